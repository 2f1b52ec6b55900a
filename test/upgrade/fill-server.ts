import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { VaultApi } from '#vault/session/api.ts'
import { newCredentials } from '#vault/session/credentials.ts'
import { prepareEnrolment } from '#vault/session/enrolment.ts'
import { openVault } from '#vault/session/open-vault.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { storeFile } from '../support/stored-file.ts'
import type { ReleasedDatabase } from './released-database.ts'
import { shown } from '../support/shown.ts'

/** Of a file: random, and little enough for the repository. */
const BYTES = 12_000
const SPACE = 'Board'
const LISTED_MS = 120_000

/** Two people with vaults at a server that confirms addresses by itself: a file that is shared, and one in a team space. */
export async function fillServer(url: string): Promise<Pick<ReleasedDatabase, 'people' | 'files' | 'space'>> {
  const people = {
    ada: { email: 'ada@example.test', password: 'a password of Ada' },
    bob: { email: 'bob@example.test', password: 'a password of Bob' },
  }
  const ada = await enrol(url, people.ada)
  const bob = await enrol(url, people.bob)
  const files = { 'plan.txt': text(), 'notes.txt': text() }

  const fileId = await storeFile(ada, 'plan.txt', Buffer.from(files['plan.txt']))
  const peer = await findPerson(ada.api, ada.vault, people.bob.email)
  await onceListed(async () =>
    shareFile(ada.api, ada.vault, { file: await shown(ada, fileId), peers: [peer], days: null, now: new Date() }),
  )
  const members = [{ userId: bob.vault.userId, email: people.bob.email, role: 'editor' as const }]
  const me = { email: people.ada.email }
  const spaceId = await createTeamSpace(ada.api, ada.vault, { name: SPACE, members, me })
  await storeFile(ada, 'notes.txt', Buffer.from(files['notes.txt']), { spaceId })
  return { people, files, space: SPACE }
}

/** The log of a server that just began proves nothing before its first round. */
async function onceListed(share: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + LISTED_MS; ; await sleep(1000)) {
    try {
      await share()
      return
    } catch (error) {
      if (!(error instanceof VaultError && error.code === 'key_unproved') || Date.now() > end) throw error
    }
  }
}

const text = (): string => randomBytes(BYTES / 2).toString('hex')

async function enrol(url: string, { email, password }: { email: string; password: string }) {
  const settings: { publishable_key: string } = await (await fetch(`${url}/config.json`)).json()
  const publishableKey = settings.publishable_key
  const { authSecret, kek, kdf } = await newCredentials(password)
  const headers = { apikey: publishableKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: authSecret, kdf })
  const answer = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body })
  const { access_token: token, user }: { access_token: string; user: { id: string } } = await answer.json()
  const api = new VaultApi({ baseUrl: url, publishableKey, accessToken: async () => token })
  const enrolment = await prepareEnrolment({ userId: user.id, kek, kdf, now: new Date() })
  await enrolment.store(api)
  return { api, vault: await openVault(api, user.id, enrolment.amk, null) }
}
