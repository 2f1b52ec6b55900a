import { LIMITS } from '#contract/limits.ts'
import { email } from '../auth/schemas.ts'
import { type AttributePath, holds, readPath } from './attribute-path.ts'
import { type Attributes, attributesOf, type Operation, readFlag, readText } from './read-body.ts'
import { badPath, badValue, ScimError } from './scim-error.ts'

/** What a request changes of a user; what it does not name stays. */
export type UserChanges = {
  userName?: string
  externalId?: string | null
  displayName?: string | null
  givenName?: string | null
  familyName?: string | null
  /** Of the account. */
  address?: string
  active?: boolean
  /** From `userType`: a guest or a member of the organisation. */
  isGuest?: boolean
}

const LONGEST = 255
/** In every address of an account there is this one. */
const WORK = { type: 'work', primary: true }

/** Attributes of RFC 7643 that are taken and not kept: here nobody needs them, and providers send them by default. */
const NOT_KEPT: ReadonlySet<string> = new Set(
  'schemas id meta groups nickname profileurl title preferredlanguage locale timezone password phonenumbers ims photos addresses entitlements roles x509certificates'.split(
    ' ',
  ),
)
const READ_ONLY: ReadonlySet<string> = new Set(['id', 'meta', 'groups', 'schemas'])

/** The changes of a whole user, as POST and PUT send it. @throws {ScimError} */
export function changesOfUser(attributes: Attributes): UserChanges {
  const changes: UserChanges = {}
  for (const [name, value] of Object.entries(attributes)) set(changes, name, value)
  if (changes.userName === undefined) throw badValue('A user has a "userName".')
  return changes
}

/** The changes of a PATCH, one operation after the other. @throws {ScimError} */
export function changesOfOperations(operations: readonly Operation[]): UserChanges {
  const changes: UserChanges = {}
  for (const { op, path, value } of operations) {
    if (path !== undefined) {
      requireWritable(path)
      set(changes, path, op === 'remove' ? null : value)
    } else if (op === 'remove') {
      throw new ScimError(400, 'noTarget', 'To remove takes a path.')
    } else {
      // Okta sends one object, Entra ID one with paths for names.
      for (const [name, part] of Object.entries(attributesOf(value, 'The value'))) set(changes, name, part)
    }
  }
  return changes
}

/** The address of a new account. @throws {ScimError} */
export function addressOf({ address, userName }: UserChanges): string {
  const found = address ?? email.safeParse(userName).data
  if (found === undefined) throw badValue('A user needs an email address: in "emails", or as a "userName" that is one.')
  return found
}

function requireWritable(path: string): void {
  const attribute = readPath(path)?.attribute
  if (attribute !== undefined && READ_ONLY.has(attribute))
    throw new ScimError(400, 'mutability', `"${attribute}" is the server's to write.`)
}

function set(changes: UserChanges, name: string, value: unknown): void {
  const path = readPath(name)
  if (!path || NOT_KEPT.has(path.attribute)) return
  switch (path.attribute) {
    case 'username': {
      const userName = readText(value, 'userName', LONGEST)
      if (userName === null) throw badValue('A user has a "userName".')
      changes.userName = userName
      return
    }
    case 'externalid':
      changes.externalId = readText(value, 'externalId', LONGEST)
      return
    case 'displayname':
      changes.displayName = readText(value, 'displayName', LONGEST)
      return
    case 'active':
      changes.active = readFlag(value, 'active')
      return
    case 'usertype':
      setType(changes, value)
      return
    case 'name':
      setName(changes, path, value)
      return
    case 'emails':
      setAddress(changes, path, value)
      return
    default:
      throw badPath(name)
  }
}

/** Whatever is neither of these two words says nothing about guests, and providers send it by default: it is taken and not kept. */
function setType(changes: UserChanges, type: unknown): void {
  const word = typeof type === 'string' ? type.trim().toLowerCase() : undefined
  if (word === 'guest') changes.isGuest = true
  if (word === 'member') changes.isGuest = false
}

function setName(changes: UserChanges, { sub }: AttributePath, value: unknown): void {
  if (sub === undefined) {
    if (value === null) return void Object.assign(changes, { givenName: null, familyName: null })
    for (const [part, text] of Object.entries(attributesOf(value, '"name"')))
      setName(changes, { attribute: 'name', sub: part }, text)
    return
  }
  const text = readText(value, `name.${sub}`, sub === 'formatted' ? LONGEST : LIMITS.personNameCharacters)
  if (sub === 'givenname') changes.givenName = text
  else if (sub === 'familyname') changes.familyName = text
  else if (!['formatted', 'middlename', 'honorificprefix', 'honorificsuffix'].includes(sub))
    throw badPath(`name.${sub}`)
}

/** Removing the address of an account leaves it: an account has one. */
function setAddress(changes: UserChanges, { filter, sub }: AttributePath, value: unknown): void {
  if (sub !== undefined && sub !== 'value') return
  if (filter && !holds(filter, WORK)) return
  const address = typeof value === 'string' ? value : bestOf(value)
  if (address === undefined) return
  const parsed = email.safeParse(address)
  if (!parsed.success) throw badValue('An address in "emails" is no email address.')
  changes.address = parsed.data
}

/** The primary address, otherwise the one for work, otherwise the first. */
function bestOf(value: unknown): string | undefined {
  const entries = (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value])
    .slice(0, 20)
    .map((entry) => attributesOf(entry, 'An entry of "emails"'))
  const found =
    entries.find(({ primary }) => String(primary).toLowerCase() === 'true') ??
    entries.find(({ type }) => String(type).toLowerCase() === 'work') ??
    entries[0]
  if (found === undefined) return undefined
  if (typeof found['value'] !== 'string') throw badValue('An entry of "emails" has a "value".')
  return found['value']
}
