import type { FastifyInstance } from 'fastify'
import { dealRoutes } from './deals/deals.routes.ts'
import { DealService } from './deals/deals.service.ts'
import { pipelineRoutes } from './pipeline/pipeline.routes.ts'
import { quoteRoutes } from './quotes/quotes.routes.ts'
import { sendSalesError } from './sales-requests.ts'
import type { RequestServices } from './sales-requests.ts'
import { workRoutes } from './work/work.routes.ts'

/** Deals of organisations, with their tasks, notes and quotes: sales/v1. */
export function salesRoutes(app: FastifyInstance, services: RequestServices): void {
  app.setErrorHandler(sendSalesError)
  const service = new DealService(services.database)
  dealRoutes(app, { ...services, service })
  pipelineRoutes(app, { ...services, service })
  workRoutes(app, services)
  quoteRoutes(app, services)
}
