/** What the lines name of an installation. */
interface Names {
  address: string;
  /** The id of the application. */
  application: string;
  /** The id of the product. */
  product: string;
}

/** The languages of the SDKs, with their names. */
export const languages = {
  typescript: 'TypeScript',
  python: 'Python',
  java: 'Java',
  go: 'Go',
  cpp: 'C++',
  c: 'C',
} as const;
export type Language = keyof typeof languages;

/**
 * The first lines of an application that takes a license: the programs with which the READMEs of the SDKs begin, but in
 * TypeScript with the sign-in, for which the application is registered.
 */
export function firstLines({ address, application, product }: Names): Record<Language, string> {
  return {
    typescript: `import { createKeyhold } from '@keyhold/sdk';

const keyhold = createKeyhold({ baseUrl: '${address}', application: '${application}' });
if (!(await keyhold.restore())) {
  await keyhold.signIn({ open: (address) => openInBrowser(address) });
}

const lease = await keyhold.consume({
  product: '${product}',
  client: { name: '${application}', version: '1.0' },
});
lease.on('released', () => saveEverything());`,
    python: `import keyhold

with keyhold.Client("${address}", token="the token") as client:
    lease = client.consume("${product}", {"name": "${application}", "version": "26.1"})
    lease.on("released", lambda released: print("Save everything:", released["message"]))
    print(lease.license, lease.standing)
    lease.release()`,
    java: `import keyhold.*;

public class Studio {
  public static void main(String[] options) {
    try (Keyhold keyhold = Keyhold.builder().baseUrl("${address}").token("the token").build();
        Lease lease = keyhold.consume("${product}", new Application("${application}", "26.1"))) {
      System.out.println(lease.license() + " " + lease.standing());
    }
  }
}`,
    go: `package main

import (
	"context"
	"fmt"
	"keyhold.example/keyhold"
)

func main() {
	client := keyhold.New(keyhold.Options{BaseURL: "${address}", Token: "the token"})
	defer client.Close()
	studio := keyhold.Application{Name: "${application}", Version: "26.1"}
	lease, err := client.Consume(context.Background(), keyhold.Request{Product: "${product}", Application: studio})
	fmt.Println(lease, err)
}`,
    cpp: `#include <iostream>
#include <keyhold.hpp>

int main() {
  try {
    keyhold::Client client({"${address}", "the token", "", "", ""});
    keyhold::Lease lease = client.consume({"${product}", "${application}", "26.1", "", "", nullptr, 0});
    std::cout << lease.license() << " " << lease.standing() << std::endl;
  } catch (const keyhold::Error &error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}`,
    c: `#include <keyhold.h>
#include <stdio.h>

int main(void) {
  keyhold_client *client;
  keyhold_lease *lease = NULL;
  keyhold_error error;
  keyhold_options options = {.base_url = "${address}", .token = "the token"};
  if (keyhold_open(&options, &client, &error) != KEYHOLD_OK) return 1;
  keyhold_request request = {.product = "${product}", .name = "${application}", .version = "26.1"};
  if (keyhold_consume(client, &request, &lease, &error) != KEYHOLD_OK) puts(error.message);
  if (lease) puts(keyhold_lease_state(lease).license);
  keyhold_lease_free(lease);
  keyhold_close(client);
}`,
  };
}
