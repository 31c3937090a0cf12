import { existsSync } from 'node:fs';

const usual = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The system's Firefox, or the one that FIREFOX_PATH names; undefined where there is none, and its journey is not run. */
export const firefox = usual.find((path) => path && existsSync(path));
