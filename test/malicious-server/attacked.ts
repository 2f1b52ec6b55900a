import { afterAll, afterEach, beforeAll } from 'vitest'
import { type ApiSettings, VaultApi } from '#vault/session/api.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { type TamperingProxy, startTamperingProxy } from './tampering-proxy.ts'

export type Attacked = {
  server: TestServer
  proxy: TamperingProxy
  /** Somebody new whose whole traffic passes the proxy. */
  person: (onAnswer?: ApiSettings['onAnswer']) => Promise<VaultPerson>
  /** Without an account, through the proxy. */
  visitor: VaultApi
}

/**
 * A real server, and people who reach it only through an attacker.
 *
 * @param settings as for `startServer`.
 */
export async function startAttacked(
  settings?: Record<string, string>,
): Promise<Attacked & { stop: () => Promise<void> }> {
  const server = await startServer(settings)
  const proxy = await startTamperingProxy(server.url)
  const apiWith = (accessToken?: string, onAnswer?: ApiSettings['onAnswer']): VaultApi =>
    new VaultApi({
      ...(onAnswer && { onAnswer }),
      baseUrl: proxy.url,
      publishableKey: server.secrets.publishableKeys[0],
      accessToken: async () => accessToken,
    })
  return {
    server,
    proxy,
    person: async (onAnswer) => {
      const own = await personWithVault(server)
      return own.reopen(() => apiWith(own.accessToken, onAnswer))
    },
    visitor: apiWith(),
    stop: async () => {
      await proxy.stop()
      await server.stop()
    },
  }
}

/**
 * The same for the tests of a file: from before the first to after the last, and honest again after each.
 *
 * @param settings asked for when it starts.
 */
export function stageAttacked(settings: () => Record<string, string> = () => ({})): Attacked {
  let attacked: Awaited<ReturnType<typeof startAttacked>> | undefined
  const started = (): Attacked => {
    if (!attacked) throw new Error('it starts before the first test')
    return attacked
  }
  beforeAll(async () => {
    attacked = await startAttacked(settings())
  })
  afterEach(() => attacked?.proxy.honest())
  afterAll(() => attacked?.stop())
  return {
    get server() {
      return started().server
    },
    get proxy() {
      return started().proxy
    },
    get visitor() {
      return started().visitor
    },
    person: (onAnswer) => started().person(onAnswer),
  }
}
