/** Where a user answers the code that a device shows. */
export const devicePath = '/device';
/** Where a user answers an application that has opened the browser. */
export const consentPath = '/consent';
