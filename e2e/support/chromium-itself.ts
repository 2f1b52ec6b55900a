import { chromiumArguments, findChromium } from '../../scripts/chromium.mjs'

/** How to launch Chromium itself where its headless shell may differ: the PDF viewer, names of downloads, downloads that break off. */
export const chromiumItself = { executablePath: findChromium() ?? '', args: chromiumArguments }
