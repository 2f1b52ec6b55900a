export type ProxyName = 'nginx' | 'haproxy' | 'caddy'
export const PROXIES: Record<ProxyName, { file: string; packages: string[] }>
/** The program of a proxy, and the folder whose libraries it needs; undefined when there is none. */
export function findProxy(name: ProxyName): { command: string; libraries: string } | undefined
