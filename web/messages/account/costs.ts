import { common } from '../common.ts'
import { start } from '../site/start.ts'

/** What stands beside the button that starts an account, in the words that the site has for it. */
export const costs = { ...start, release: common.release }
