import { existsSync } from 'node:fs';

const usual = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The Firefox that FIREFOX_PATH names, or the system's; undefined if there is none, so that its journey is not run. */
export const firefox = usual.find((path) => path && existsSync(path));
