import type { Config } from '../config.ts'
import { isLocalAddress } from '../http/own-machine.ts'

export const LOOPBACK: RegExp = /^(localhost|127\.|::1$)/
/** Tests and load generators need more; people never do. */
const HIGH_FACTOR = 10

/** Whether other machines can send requests. */
const isReachable = ({ host, publicUrl }: Config): boolean => !LOOPBACK.test(host) || !isLocalAddress(publicUrl)

/** Whether a stranger can sign up with an address that is somebody else's. */
export const takesAnyAddress = (config: Config): boolean =>
  config.autoconfirm && !config.signupDisabled && isReachable(config)

/** Whether passwords and codes can be guessed much faster than they should, by others. */
export const hasLooseLimits = (config: Config): boolean => config.rateLimitFactor > HIGH_FACTOR && isReachable(config)
