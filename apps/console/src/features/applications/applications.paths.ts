/** Where somebody answers the code that a device shows. */
export const devicePath = '/device';
/** Where somebody answers an application that has opened the browser. */
export const consentPath = '/consent';
