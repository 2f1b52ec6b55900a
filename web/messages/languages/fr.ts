import type { Catalogue } from './catalogue.ts'
import { account, recovery } from './fr/account.ts'
import { failures, sentences } from './fr/errors.ts'
import { files, transfers } from './fr/files.ts'
import { items } from './fr/items.ts'
import { details, requests, security, sharing, spaces, team, versions } from './fr/pages.ts'
import { settings } from './fr/settings.ts'
import { commands, common, shell, storage } from './fr/shell.ts'

export const fr: Catalogue = {
  locale: 'fr',
  justNow: 'À l’instant',
  words: {
    statusAdmin: { title: 'Page d’état' },
    compliance: { title: 'Conformité' },
    account,
    commands,
    common,
    details,
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
    team,
    transfers,
    versions,
  },
  sentences,
  failures,
}
