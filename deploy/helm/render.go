// Renders a chart like `helm template`, for the tests: Debian has no package of Helm itself, but it has the template
// language and the functions that Helm uses. `go run render.go FOLDER` reads the template data from standard input, as
// JSON.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	var seen map[string]interface{}
	check(json.NewDecoder(os.Stdin).Decode(&seen))
	chart := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := chart.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	files, err := filepath.Glob(filepath.Join(os.Args[1], "templates", "*"))
	check(err)
	template.Must(chart.Funcs(functions).ParseFiles(files...))
	for _, file := range files {
		if filepath.Ext(file) == ".yaml" {
			fmt.Println("---")
			check(chart.ExecuteTemplate(os.Stdout, filepath.Base(file), seen))
		}
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
