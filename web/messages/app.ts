import { account } from './account.ts'
import { common } from './common.ts'
import { files } from './files.ts'
import { legal } from './legal.ts'
import { link } from './link.ts'
import { recovery } from './recovery.ts'
import { sharing } from './sharing.ts'
import { shell } from './shell.ts'
import { transfers } from './transfers.ts'

/** Every word of the app document, English. */
export const m = { account, common, files, legal, link, recovery, sharing, shell, transfers }
