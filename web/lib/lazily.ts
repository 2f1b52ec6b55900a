/** An object whose properties are made when they are first read, and stay the same. */
export function lazily<T>(make: (name: string) => T): Record<string, T> {
  const cache = new Map<string, T>()
  return new Proxy<Record<string, T>>(
    {},
    {
      get(_, name) {
        // Whatever awaits or prints such an object asks for these.
        if (typeof name !== 'string' || name === 'then' || name === 'toJSON') return undefined
        const known = cache.get(name) ?? make(name)
        cache.set(name, known)
        return known
      },
    },
  )
}
