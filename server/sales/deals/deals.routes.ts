import type { FastifyInstance } from 'fastify'
import { addDeal, changeDeal, moveDeal, readBoard, readDeal, removeDeal } from '#contract/sales/deals-wire.ts'
import type { Caller } from '../../db/database.ts'
import { answering } from '../../http/wire-requests.ts'
import { rowOf } from '../../lists/list-rows.ts'
import { listRoutes } from '../../lists/list-routes.ts'
import { salesLimits } from '../sales-limits.ts'
import { BODY, idOf, parse, personOf, translate, type RequestServices } from '../sales-requests.ts'
import { DEALS } from './deals.list.ts'
import type { DealService } from './deals.service.ts'

/** Deals of an organisation, for who manages its sales. */
export function dealRoutes(app: FastifyInstance, services: RequestServices & { service: DealService }): void {
  const { service } = services
  const limits = { read: salesLimits.salesByUser, change: salesLimits.salesChangeByUser }
  const { database } = services
  const current = (caller: Caller, id: string) => rowOf(DEALS, { database, caller }, id)
  const on = answering(app, services, { parse, idOf, personOf, translate, limits, bodyLimitBytes: BODY.bodyLimit })

  listRoutes(app, services, DEALS, { personOf, limit: limits.read })
  on(readBoard, async (caller, { query }) => service.board(caller, query))
  on(readDeal, async (caller, { id }) => service.read(caller, id))
  on(addDeal, async (caller, { body }) => ({ id: await service.add(caller, body) }))
  on(changeDeal, async (caller, { id, body }) => ({ version: await service.change(caller, id, body) }), { current })
  on(moveDeal, async (caller, { id, body }) => ({ version: await service.move(caller, id, body) }), { current })
  on(removeDeal, async (caller, { id }) => service.remove(caller, id))
}
