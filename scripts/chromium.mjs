import fs from 'node:fs'

/** Switches for a quiet headless Chromium that never talks to the outside. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const SHELLS = ['/usr/bin/chromium-headless-shell']

/** Path of a Chromium on this machine, `CHROME_PATH` first; undefined when there is none. */
export function findChromium() {
  return firstThere(CANDIDATES)
}

/**
 * Path of Chromium's headless shell, else of Chromium. It runs pages in the same engine, without the browser's windows around them, and
 * opens a page in half the processor time; what the browser itself does (its PDF viewer) is only in Chromium.
 */
export function findHeadlessShell() {
  return firstThere([...SHELLS, ...CANDIDATES])
}

export function hasHeadlessShell() {
  return SHELLS.some((path) => fs.existsSync(path))
}

function firstThere(paths) {
  return [process.env.CHROME_PATH, ...paths].find((path) => path && fs.existsSync(path))
}
