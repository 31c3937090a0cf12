// The examples of the READMEs after their first programs: they compile, or name what exists.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { isMissing } from './conformance/readme.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('.', import.meta.url));

/** The examples of a README in a language, without the first program. */
async function examplesOf(folder: string, mark: string): Promise<string[]> {
  const readme = await readFile(`${root}${folder}/README.md`, 'utf8');
  const found = [...readme.matchAll(new RegExp(`\`\`\`${mark}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
  expect(found.length).toBeGreaterThan(2);
  return found.slice(1);
}

async function inFolder(work: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-examples-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

it.skipIf(isMissing('Java'))('the examples for Java compile', () =>
  inFolder(async (folder) => {
    const examples = await examplesOf('java', 'java');
    const methods = examples.map((text, index) => `static void example${index}() {\n${text}}\n`);
    const surroundings = `static String apiToken, job; static Application renderer; static java.nio.file.Path configFolder;
static Lease lease; static void openBrowser(String address) {} static void saveEverything(String message) {}`;
    const source = `import keyhold.*;\nfinal class Examples {\n${surroundings}\n${methods.join('')}}\n`;
    await writeFile(join(folder, 'Examples.java'), source);
    await run('javac', ['-sourcepath', `${root}java/src`, '-d', folder, join(folder, 'Examples.java')]);
  }),
);

it.skipIf(isMissing('Go'))('the examples for Go compile', () =>
  inFolder(async (cwd) => {
    const examples = await examplesOf('go', 'go');
    const functions = examples.map((text, index) => {
      const used = text.includes('lease, err :=') ? '_, _ = lease, err\n' : '';
      return `func example${index}() {\n${text}${used}}\n`;
    });
    const source = `package main
import ("context"; "path/filepath"; "keyhold.example/keyhold")
var ctx = context.Background()
var apiToken, job, configFolder string
var renderer keyhold.Application
var lease *keyhold.Lease
var err error
func openBrowser(string) error { return nil }
func saveEverything(string) {}
func show(string) {}
${functions.join('')}func main() {}
`;
    await writeFile(join(cwd, 'main.go'), source);
    await run('go', ['mod', 'init', 'examples'], { cwd });
    const module = 'keyhold.example/keyhold';
    await run('go', ['mod', 'edit', '-require', `${module}@v0.0.0`, '-replace', `${module}=${root}go`], { cwd });
    await run('go', ['build', '-o', '/dev/null', '.'], { cwd });
  }),
);

it.skipIf(isMissing('C'))('the examples for C++ compile', () =>
  inFolder(async (folder) => {
    const examples = await examplesOf('c', 'cpp');
    const functions = examples.map((text, index) => `void example${index}() {\n${text}}\n`);
    const source = `#include <iostream>
#include <keyhold.hpp>
std::string config_folder;
void open_browser(const std::string &) {}
keyhold::Client client({"", "", "", "", ""});
${functions.join('')}`;
    await writeFile(join(folder, 'examples.cpp'), source);
    const options = ['-std=c++17', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', `-I${root}c/include`];
    await run('g++', [...options, join(folder, 'examples.cpp')]);
  }),
);

/** Fails for what the README names of the module, the client, a lease or a place, and for arguments that do not exist. */
const checkNames = `
import ast, inspect, re, sys
import keyhold
owners = {"keyhold": keyhold, "client": keyhold.Client, "lease": keyhold.Lease, "lease.offline": keyhold.OfflineLease}
readme = open("README.md", encoding="utf-8").read()
wrong = [f"{owner}.{name}" for owner, name in re.findall(r"(?<![\\w./@-])(lease\\.offline|keyhold|client|lease)\\.(\\w+)", readme)
         if not hasattr(owners[owner], name) and (owner, name) != ("lease", "offline")]
for text in re.findall(r"\`\`\`py(?:thon)?\\n(.*?)\`\`\`", readme, re.S):
    for call in ast.walk(ast.parse(text)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
            function = getattr(owners.get(call.func.value.id), call.func.attr, None)
            known = inspect.signature(function).parameters if function else {}
            wrong += [word.arg for word in call.keywords if function and word.arg not in known]
sys.exit(", ".join(wrong) or None)
`;

it.skipIf(isMissing('Python'))('the README for Python names what exists', async () => {
  await run('python3', ['-B', '-c', checkNames], { cwd: `${root}python` });
});
