import type { Tracing } from './tracing.ts'
import type { TracingSettings } from '../settings/tracing-settings.ts'

/** @returns undefined where nothing is traced; then nothing of OpenTelemetry is loaded but its API, which prom-client takes with it. */
export async function startTracing(
  settings: TracingSettings | undefined,
  { isBehindProxy }: { isBehindProxy: boolean },
): Promise<Tracing | undefined> {
  if (!settings) return undefined
  const { openTracing } = await import('./open-tracing.ts')
  return openTracing(settings, { isBehindProxy })
}
