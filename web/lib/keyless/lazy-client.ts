import { lazily } from '../lazily.ts'

type Calls = Record<string, (...args: unknown[]) => Promise<unknown>>

/** A client whose code is fetched with its first call: pages that never make one do not load it. Each of its properties is a call. */
export function lazyClient<Client extends object>(load: () => Promise<Client>): Client {
  const call = async (name: string, args: unknown[]): Promise<unknown> => {
    const calls = (await load()) as unknown as Calls
    return calls[name]?.(...args)
  }
  return lazily(
    (name) =>
      (...args: unknown[]) =>
        call(name, args),
  ) as unknown as Client
}
