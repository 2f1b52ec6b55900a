import type { VaultApi } from '#vault/session/api.ts'
import type { OpenVault } from '#vault/session/open-vault.ts'
import { connected, unlocked } from '../vault-state.ts'

type Call<Given extends readonly unknown[]> = (...args: [...Given, ...never[]]) => unknown
/** The same functions without the arguments that are given. */
type Bound<Functions, Given extends readonly unknown[]> = {
  [Name in keyof Functions]: Functions[Name] extends (...args: [...Given, ...infer Rest]) => infer Result
    ? (...args: Rest) => Result
    : never
}

/** Functions of `vault` as the page calls them: the connection to the server is given here. */
export function withApi<Functions extends Record<string, Call<[VaultApi]>>>(
  functions: Functions,
): Bound<Functions, [VaultApi]> {
  return bind(functions, () => [connected()])
}

/** The same for functions that need the keys. They fail with `vault_locked` while the vault is not open. */
export function withVault<Functions extends Record<string, Call<[VaultApi, OpenVault]>>>(
  functions: Functions,
): Bound<Functions, [VaultApi, OpenVault]> {
  return bind(functions, () => [connected(), unlocked()])
}

function bind<Functions extends Record<string, Call<Given>>, Given extends readonly unknown[]>(
  functions: Functions,
  given: () => Given,
): Bound<Functions, Given> {
  const bound = Object.entries(functions).map(([name, call]) => [name, (...rest: never[]) => call(...given(), ...rest)])
  return Object.fromEntries(bound) as Bound<Functions, Given>
}
