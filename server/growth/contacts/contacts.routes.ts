import type { FastifyInstance } from 'fastify'
import {
  addContact,
  changeContact,
  importContacts,
  readContact,
  removeContacts,
  stateConsent,
  tagContacts,
} from '#contract/growth/contacts-wire.ts'
import { CONTACT_LIMITS } from '#contract/growth/contacts.ts'
import type { Database } from '../../db/database.ts'
import { answering } from '../../http/wire-requests.ts'
import { listRoutes } from '../../lists/list-routes.ts'
import { growthLimits } from '../growth-limits.ts'
import { idOf, parse, personOf, translate, type RequestServices } from '../growth-requests.ts'
import { CONTACTS } from './contacts.list.ts'
import type { ContactService } from './contacts.service.ts'

const BODY_LIMIT_BYTES = 128 * 1024
/** JSON writes a quote or the end of a line in two bytes. */
const IMPORT_LIMIT_BYTES = 2 * CONTACT_LIMITS.importBytes + BODY_LIMIT_BYTES

/** Contacts of an organisation, for who manages its growth. */
export function contactRoutes(
  app: FastifyInstance,
  services: RequestServices & { service: ContactService; database: Database },
): void {
  const { service } = services
  const limits = { read: growthLimits.growthByUser, change: 'changeByUser' } as const
  const on = answering(app, services, { parse, idOf, personOf, translate, limits, bodyLimitBytes: BODY_LIMIT_BYTES })

  listRoutes(app, services, CONTACTS, {
    personOf,
    limit: limits.read,
    further: (as, rules) => service.further(as, rules),
  })
  on(readContact, async (caller, { id }) => service.read(caller, id))
  on(addContact, async (caller, { body }) => service.add(caller, body))
  on(importContacts, async (caller, { body }) => service.import(caller, body), {
    limit: 'importByUser',
    bodyLimitBytes: IMPORT_LIMIT_BYTES,
  })
  on(tagContacts, async (caller, { body: { ids, tag, isOn } }) => ({
    count: await service.tag(caller, ids, tag, isOn),
  }))
  on(removeContacts, async (caller, { body: { ids } }) => ({ count: await service.remove(caller, ids) }))
  on(changeContact, async (caller, { id, body }) => service.change(caller, id, body))
  on(stateConsent, async (caller, { id, body: { state, ground } }) => service.stateConsent(caller, id, state, ground))
}
