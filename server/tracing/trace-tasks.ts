import { ROOT_CONTEXT, context, SpanKind, type Tracer } from '@opentelemetry/api'
import type { Tasks } from '../jobs/jobs.ts'
import { inSpan } from './in-span.ts'

/** Puts a span around each run of a job, by its name; what it was given is in none. */
export function traceTasks(tasks: Tasks, tracer: Tracer): Tasks {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown) =>
        context.with(ROOT_CONTEXT, () =>
          inSpan(
            tracer,
            { name: `job ${name}`, kind: SpanKind.CONSUMER, attributes: { 'quantumshield.job': name } },
            () => task(payload),
          ),
        ),
    ]),
  )
}
