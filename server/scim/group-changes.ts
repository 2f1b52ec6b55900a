import { SCIM } from '#contract/scim.ts'
import { type AttributePath, readPath } from './attribute-path.ts'
import type { Filter } from './filter.ts'
import { type Attributes, attributesOf, type Operation, readText } from './read-body.ts'
import { badPath, badValue, ScimError } from './scim-error.ts'

/** What a request changes of a group. */
export type GroupChanges = {
  displayName?: string
  externalId?: string | null
  /** `gone` undefined: everybody who does not come. */
  members?: { coming: Set<string>; gone: Set<string> | undefined }
}

const LONGEST_NAME = 100
const LONGEST_ID = 255
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The changes of a whole group, as POST and PUT send it. @throws {ScimError} */
export function changesOfGroup(attributes: Attributes): GroupChanges {
  const changes: GroupChanges = {}
  for (const [name, value] of Object.entries(attributes)) change(changes, { op: 'replace', path: name, value })
  if (changes.displayName === undefined) throw badValue('A group has a "displayName".')
  return changes
}

/** The changes of a PATCH, one operation after the other. @throws {ScimError} */
export function changesOfOperations(operations: readonly Operation[]): GroupChanges {
  const changes: GroupChanges = {}
  for (const { op, path, value } of operations) {
    if (path !== undefined) {
      change(changes, { op, path, value })
    } else if (op === 'remove') {
      throw new ScimError(400, 'noTarget', 'To remove takes a path.')
    } else {
      for (const [name, part] of Object.entries(attributesOf(value, 'The value')))
        change(changes, { op, path: name, value: part })
    }
  }
  return changes
}

function change(changes: GroupChanges, { op, path: text, value }: Required<Operation>): void {
  const path = readPath(text)
  switch (path?.attribute) {
    case undefined:
    case 'schemas':
    case 'id':
    case 'meta':
      return
    case 'displayname': {
      const name = op === 'remove' ? null : readText(value, 'displayName', LONGEST_NAME)
      if (name === null) throw badValue('A group has a "displayName".')
      changes.displayName = name
      return
    }
    case 'externalid':
      changes.externalId = op === 'remove' ? null : readText(value, 'externalId', LONGEST_ID)
      return
    case 'members':
      changeMembers(changes, { op, path, value })
      return
    default:
      throw badPath(text)
  }
}

type MemberOperation = { op: Operation['op']; path: AttributePath; value: unknown }

function changeMembers(changes: GroupChanges, { op, path: { filter }, value }: MemberOperation): void {
  const members = (changes.members ??= { coming: new Set(), gone: new Set() })
  const { coming } = members
  // Entra ID removes by a list of values, others by a filter, and without either it means everybody.
  const named = filter ? idsOf(filter) : value === undefined || value === null ? undefined : membersOf(value)
  if (op === 'add') {
    for (const id of named ?? []) {
      if (!UUID.test(id)) throw badValue('A member is named by the id of a user here.')
      coming.add(id.toLowerCase())
      members.gone?.delete(id.toLowerCase())
    }
  } else if (op === 'remove' && named) {
    for (const id of named.filter((one) => UUID.test(one))) {
      coming.delete(id.toLowerCase())
      members.gone?.add(id.toLowerCase())
    }
  } else {
    coming.clear()
    members.gone = undefined
    if (op === 'replace') changeMembers(changes, { op: 'add', path: { attribute: 'members' }, value: value ?? [] })
  }
  if (coming.size + (members.gone?.size ?? 0) > SCIM.mostMembers) throw tooMany()
}

function membersOf(value: unknown): string[] {
  const entries: unknown[] = Array.isArray(value) ? value : [value]
  if (entries.length > SCIM.mostMembers) throw tooMany()
  return entries.map((entry) => {
    const id = typeof entry === 'string' ? entry : attributesOf(entry, 'A member')['value']
    if (typeof id !== 'string') throw badValue('A member has a "value": the id of a user here.')
    return id
  })
}

/** `value eq "…"`, or several of them joined by "or". */
function idsOf(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsOf)
  if (filter.kind === 'compare' && filter.path === 'value' && filter.operator === 'eq') return [String(filter.value)]
  throw new ScimError(400, 'invalidFilter', 'Members are named by value eq "…".')
}

const tooMany = (): ScimError =>
  new ScimError(
    400,
    'tooMany',
    `A group has at most ${SCIM.mostMembers.toLocaleString('en')} members. Nothing was changed.`,
  )
