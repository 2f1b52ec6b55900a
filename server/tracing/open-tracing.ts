import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { context } from '@opentelemetry/api'
import { setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { traceBucket } from './trace-bucket.ts'
import { traceDatabase } from './trace-database.ts'
import { traceRequests } from './trace-requests.ts'
import { traceTasks } from './trace-tasks.ts'
import type { Tracing } from './tracing.ts'
import type { TracingSettings } from '../settings/tracing-settings.ts'

/** A collector that is away must not hold up a stop. */
const END_MS = 3000

/**
 * The SDK, which gets everything from settings of ours: it detects neither host, process nor command line, which may name people and hold secrets.
 * One for a process, because the context of a request belongs to the process.
 */
export function openTracing(
  { url, headers, serviceName, share }: TracingSettings,
  { isBehindProxy }: { isBehindProxy: boolean },
): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const tellOnce = tellingOnce(url)
  setGlobalErrorHandler(tellOnce)
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: END_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('quantumshield')
  return {
    traceRequests: (app) => traceRequests(app, tracer, { isBehindProxy }),
    traceDatabase: (database) => traceDatabase(database, tracer),
    traceBucket: (store) => traceBucket(store, tracer),
    traceTasks: (tasks) => traceTasks(tasks, tracer),
    end: async () => {
      try {
        await provider.shutdown()
      } catch (error) {
        tellOnce(error)
      }
    },
  }
}

/** A collector that is away would otherwise fill the log, every five seconds. */
function tellingOnce(url: string): (error: unknown) => void {
  let isTold = false
  return (error) => {
    if (isTold) return
    isTold = true
    const { host } = new URL(url)
    console.error(
      `Traces cannot be sent to ${host} (${error instanceof Error ? error.name : 'unknown'}); this is said once.`,
    )
  }
}
