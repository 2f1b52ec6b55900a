import { z } from 'zod'
import { addressLike } from './checks.ts'

/** Settings of OpenTelemetry, by its own names. */
export const tracingSettings = {
  /** A collector that takes OTLP over HTTP; `/v1/traces` is added. Without it the SDK is not loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: addressLike('http://localhost:4318').optional(),
  /** Headers for the collector, such as a key: `name=value`, with commas between. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((text, context) => {
      const headers = text.split(',').filter((pair) => pair.trim() !== '')
      const pairs = headers.map((pair) => /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair))
      if (pairs.some((pair) => pair === null)) context.addIssue('has to be name=value, with commas between')
      return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decode(pair?.[2] ?? '')]))
    }),
  OTEL_SERVICE_NAME: z.string().min(1).default('quantumshield'),
  /** Which share of requests and jobs is traced, where nothing before it decided. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}

export type TracingSettings = {
  /** Where spans are sent to. */
  url: string
  headers: Record<string, string>
  serviceName: string
  /** 0 to 1. */
  share: number
}

/** Undefined: nothing is traced. */
export function readTracing(settings: z.infer<z.ZodObject<typeof tracingSettings>>): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  if (endpoint === undefined) return undefined
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: settings.OTEL_SERVICE_NAME,
    share: settings.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** The standard encodes values as in addresses. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
