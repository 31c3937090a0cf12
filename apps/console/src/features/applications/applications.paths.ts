/** The path where a user answers the code that a device shows. */
export const devicePath = '/device';
/** The path where a user answers an application that opened the browser. */
export const consentPath = '/consent';
