import type { Catalogue } from './catalogue.ts'
import { account, recovery } from './fr/account.ts'
import { failures, sentences } from './fr/errors.ts'
import { files, transfers } from './fr/files.ts'
import { items } from './fr/items.ts'
import { sharing, spaces, team } from './fr/pages.ts'
import { settings } from './fr/settings.ts'
import { commands, common, shell, storage } from './fr/shell.ts'

export const fr: Catalogue = {
  locale: 'fr',
  justNow: 'À l’instant',
  words: {
    account,
    commands,
    common,
    files,
    items,
    recovery,
    settings,
    sharing,
    shell,
    spaces,
    storage,
    team,
    transfers,
  },
  sentences,
  failures,
}
