import { chromiumArguments, findChromium } from '../scripts/chromium.mjs'

/** How to launch Chromium itself where its headless shell differs: the PDF viewer, and names of downloads. */
export const chromiumItself = { executablePath: findChromium() ?? '', args: chromiumArguments }
