import type { addContact, changeContact, contactList, importContacts } from '#contract/growth/contacts-wire.ts'
import { CONTACT_LIMITS, type ContactSource } from '#contract/growth/contacts.ts'
import { MAX_COUNTED } from '#contract/limits.ts'
import type { RulesOf } from '#contract/wire/wire-list.ts'
import type { Asked } from '#contract/wire/wire-route.ts'
import type { Caller, Database } from '../../db/database.ts'
import type { As } from '../../lists/declared-list.ts'
import { countOf } from '../../lists/list-rows.ts'
import { growthError } from '../growth-requests.ts'
import { CONTACTS } from './contacts.list.ts'
import { compareAddresses, listTags, readContact } from './contacts.sql.ts'
import { type ContactEntry, readImport } from './read-import.ts'

type NewContact = Asked<typeof addContact>['body']
type ChangedContact = Asked<typeof changeContact>['body']
type ContactImport = Asked<typeof importContacts>['body']

/** Rows of an import that are shown before it is done, and problems that are listed. */
const SHOWN_ROWS = 10
const SHOWN_PROBLEMS = 200

/** What people do with the contacts of their organisation. Whether they may is asked of the database in each call. */
export class ContactService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns what the first page of the list says besides: how many the rules let through, up to where lists count, and which tags are in use. */
  async further(as: As, rules: RulesOf<typeof contactList>): Promise<{ count: number; tags: string[] }> {
    const [count, tags] = await Promise.all([countOf(CONTACTS, as, { rules, max: MAX_COUNTED + 1 }), listTags(as)])
    return { count, tags }
  }

  /** @throws {Refusal} */
  async read(caller: Caller, id: string) {
    const found = await readContact({ database: this.#database, caller }, id)
    if (!found) throw growthError('growth_not_found')
    return found
  }

  /** @throws {Refusal} */
  async add(caller: Caller, { ground, ...entry }: NewContact): Promise<void> {
    const { known } = await compareAddresses({ database: this.#database, caller }, [entry.email])
    if (known > 0) throw growthError('contact_exists')
    await this.#add(caller, { entries: [entry], source: 'typed', ground })
  }

  /** Reads a list; stores it unless this is only to see what would happen. Rows with a problem are left out. */
  async import(caller: Caller, { csv, isPreview, ground, tags }: ContactImport) {
    const read = readImport(csv)
    if ('problem' in read) return { problem: read.problem }
    const { entries, problems, leftOut } = read
    const emails = entries.map(({ email }) => email)
    const { known, suppressed } = await compareAddresses({ database: this.#database, caller }, emails)
    const result = {
      rows: entries.length,
      known,
      suppressed,
      leftOut,
      problems: problems.slice(0, SHOWN_PROBLEMS),
      problemCount: problems.length,
      shown: entries.slice(0, SHOWN_ROWS),
    }
    if (isPreview) return { ...result, added: 0, changed: 0 }
    const tagged = entries.map((entry) => ({
      ...entry,
      tags: [...new Set([...entry.tags, ...tags])].slice(0, CONTACT_LIMITS.tags),
    }))
    return { ...result, ...(await this.#add(caller, { entries: tagged, source: 'import', ground })) }
  }

  async change(caller: Caller, id: string, fields: ChangedContact): Promise<void> {
    await this.#call(caller, 'select growth.change_contact($1, $2)', [id, JSON.stringify(fields)])
  }

  async tag(caller: Caller, ids: readonly string[], tag: string, isOn: boolean): Promise<number> {
    return this.#count(caller, 'select growth.tag_contacts($1, $2, $3)::float8 as count', [ids, tag, isOn])
  }

  async remove(caller: Caller, ids: readonly string[]): Promise<number> {
    return this.#count(caller, 'select growth.remove_contacts($1)::float8 as count', [ids])
  }

  async stateConsent(caller: Caller, id: string, state: 'confirmed' | 'withdrawn', ground: string): Promise<void> {
    await this.#call(caller, 'select growth.state_consent($1, $2, $3)', [id, state, ground])
  }

  async #add(
    caller: Caller,
    { entries, source, ground }: { entries: readonly ContactEntry[]; source: ContactSource; ground: string | null },
  ): Promise<{ added: number; changed: number }> {
    const [row] = await this.#call<{ added: number; changed: number }>(
      caller,
      'select added::float8 as added, changed::float8 as changed from growth.add_contacts($1, $2, $3, $4)',
      [JSON.stringify(entries), source, ground, source === 'import' ? 'import' : 'stated'],
    )
    return row ?? { added: 0, changed: 0 }
  }

  async #count(caller: Caller, text: string, values: unknown[]): Promise<number> {
    const [row] = await this.#call<{ count: number }>(caller, text, values)
    return row?.count ?? 0
  }

  async #call<Row extends Record<string, unknown>>(caller: Caller, text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.#database.oneAsCaller<Row>(caller, { text, values })
    return rows
  }
}
