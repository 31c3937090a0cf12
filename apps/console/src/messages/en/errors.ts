/** Sentences of errors, whichever screen they appear on. */
export const errorText = {
  title: 'An error happened!',
  noAuthorization: "You don't have authorization for this action.",
  authenticationRequired: 'Authentication is required.',
  unmapped: 'Could not map license product or addon',
  noAccess: 'Sorry, you cannot access this page.',
  notFoundTitle: 'Not found',
  notFound: 'Sorry, page not found!',
  oops: 'Oops!',
  unexpected: 'Sorry, an unexpected error has occurred',
  unreachable: 'The server cannot be reached. Check your connection, then try again.',
  notProven: 'Nothing was changed, because you did not confirm that it is you.',
  missingParameter: '{name} is missing in the URL',
  tokenNotString: 'Token is not a string',
  tokenPartMissing: 'Token part is missing',
  tokenNotBase64: 'Token is not valid base64',
  tokenNotJson: 'Token is not valid JSON',
} as const;
