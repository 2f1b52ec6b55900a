import {
  addContact as addRoute,
  changeContact as changeRoute,
  contactFile,
  contactList,
  importContacts as importRoute,
  readContact as readRoute,
  removeContacts as removeRoute,
  stateConsent as consentRoute,
  tagContacts as tagRoute,
} from '#contract/growth/contacts-wire.ts'
import type { RowOf, RulesOf } from '#contract/wire/wire-list.ts'
import type { Answered, Given } from '#contract/wire/wire-route.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { callRoute, fetchFile } from '../call-route.ts'

/** A person outside, whom an organisation knows. Times are ISO 8601. */
export type Contact = RowOf<typeof contactList>
/** What contacts have in common; each part narrows it. Times are ISO 8601, `to` excluded. */
export type ContactRules = RulesOf<typeof contactList>
/** `after`: where the next page begins, null at the end. The first page says how many there are, and which tags are in use. */
export type ContactPage = Answered<typeof contactList.page>
/** One contact with the evidence of its consent. `suppressed`: why it gets no newsletters, whatever somebody states. */
export type ContactDetails = Answered<typeof readRoute>
export type ContactEvent = ContactDetails['events'][number]
export type ContactFields = Pick<Contact, 'name' | 'company' | 'phone' | 'tags'>
/** What a list holds, or why it is not read. */
export type ContactImport = Answered<typeof importRoute>

/** @throws {VaultError} `not_allowed` */
export async function listContacts(api: VaultApi, rules: ContactRules, after?: string): Promise<ContactPage> {
  return callRoute(api, contactList.page, { query: { ...rules, after } })
}

/** @throws {VaultError} `entry_gone` */
export async function readContact(api: VaultApi, id: string): Promise<ContactDetails> {
  return callRoute(api, readRoute, { id })
}

/** @param contact `ground`: why the person agreed to newsletters; null, they did not. @throws {VaultError} `contact_exists` */
export async function addContact(api: VaultApi, contact: Given<typeof addRoute>['body']): Promise<void> {
  return callRoute(api, addRoute, { body: contact })
}

export async function changeContact(api: VaultApi, id: string, fields: ContactFields): Promise<void> {
  return callRoute(api, changeRoute, { id, body: fields })
}

/** @returns how many were changed */
export async function tagContacts(api: VaultApi, ids: readonly string[], tag: string, isOn: boolean): Promise<number> {
  return (await callRoute(api, tagRoute, { body: { ids: [...ids], tag, isOn } })).count
}

/** @returns how many there were */
export async function removeContacts(api: VaultApi, ids: readonly string[]): Promise<number> {
  return (await callRoute(api, removeRoute, { body: { ids: [...ids] } })).count
}

/** @throws {VaultError} `contact_suppressed` */
export async function stateConsent(
  api: VaultApi,
  id: string,
  state: 'confirmed' | 'withdrawn',
  ground: string,
): Promise<void> {
  return callRoute(api, consentRoute, { id, body: { state, ground } })
}

/** @param list `isPreview`: nothing is stored; `ground`: why the added ones agreed to newsletters. */
export async function importContacts(
  api: VaultApi,
  { tags, ...list }: { csv: string; isPreview: boolean; ground: string | null; tags: readonly string[] },
): Promise<ContactImport> {
  return callRoute(api, importRoute, { body: { ...list, tags: [...tags] } })
}

/** Exactly the contacts that the rules let through, as CSV. */
export async function exportContacts(api: VaultApi, rules: ContactRules): Promise<Blob> {
  return fetchFile(api, contactFile, { query: rules })
}
