import type { Catalogue } from './catalogue.ts'
import { account, recovery } from './de/account.ts'
import { failures, sentences } from './de/errors.ts'
import { files, transfers } from './de/files.ts'
import { items } from './de/items.ts'
import { requests, security, sharing, spaces, versions } from './de/pages.ts'
import { settings } from './de/settings.ts'
import { commands, common, shell, storage } from './de/shell.ts'

export const de: Catalogue = {
  locale: 'de',
  justNow: 'Gerade eben',
  words: {
    statusAdmin: { title: 'Statusseite' },
    compliance: { title: 'Compliance' },
    account,
    commands,
    common,
    files,
    items,
    recovery,
    requests,
    security,
    settings,
    sharing,
    shell,
    spaces,
    storage,
    transfers,
    versions,
  },
  sentences,
  failures,
}
