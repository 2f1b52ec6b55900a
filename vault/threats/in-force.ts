import type { ThreatEnforcement } from './rows.ts'

/** In force at `now`. Pages ask this, so it stands apart from what reads answers of the server. */
export const isInForce = ({ liftedAt, until }: Pick<ThreatEnforcement, 'liftedAt' | 'until'>, now: Date): boolean =>
  liftedAt === null && (until === null || Date.parse(until) > now.getTime())
