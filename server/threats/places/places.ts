import fs from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList, isIP, isIPv4 } from 'node:net'
import path from 'node:path'
import { Reader } from 'mmdb-lib'
import { z } from 'zod'
import type { Place } from '../engine/observation.ts'
import { type Networks, readNetworks } from './networks.ts'

/** Files of the operator in the MaxMind format, newer or better than those that come with the program. */
export type PlaceSettings = { countryFile?: string | undefined; networkFile?: string | undefined }

/** What is known about the data, for pages that show it. */
export type PlaceSource = { name: string; url: string; licence: string; madeAt: string | undefined }

const require = createRequire(import.meta.url)
const COUNTRIES = '@ip-location-db/geo-whois-asn-country-mmdb'
const NETWORKS = '@ip-location-db/asn'

const country = z.union([
  z.object({ country_code: z.string().length(2) }).transform((found) => found.country_code),
  z.object({ country: z.object({ iso_code: z.string().length(2) }) }).transform((found) => found.country.iso_code),
])
const network = z.object({ autonomous_system_number: z.int() }).transform((found) => found.autonomous_system_number)

/** Addresses that say nothing about where somebody is. */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, bits)
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6')

type Lookup = { country: (ip: string) => string | undefined; network: (ip: string) => number | undefined }

/** Says in which country and network an address is. No address leaves the server: the data lies here. */
export class Places {
  readonly #settings: PlaceSettings
  #lookup: Promise<Lookup> | undefined
  /** Hears that the data could not be read. */
  onFailed: (error: unknown) => void = () => undefined

  constructor(settings: PlaceSettings = {}) {
    this.#settings = settings
  }

  /** Reads the data when it is needed first. Nothing is known of addresses of private networks, unless the operator's own file knows them. */
  async find(ip: string): Promise<Place> {
    const address = ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice('::ffff:'.length) : ip
    if (isIP(address) === 0) return {}
    const isPrivate = PRIVATE.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
    if (isPrivate && !this.#settings.countryFile && !this.#settings.networkFile) return {}
    try {
      this.#lookup ??= this.#read()
      const { country: countryOf, network: networkOf } = await this.#lookup
      return { country: countryOf(address), asn: networkOf(address) }
    } catch (error) {
      // Nobody is kept out because a file cannot be read; the next one tries again.
      this.#lookup = undefined
      this.onFailed(error)
      return {}
    }
  }

  sources(): PlaceSource[] {
    const { countryFile, networkFile } = this.#settings
    return [
      countryFile
        ? ownFile(countryFile)
        : {
            name: 'NRO, via ip-location-db',
            url: 'https://www.nro.net',
            licence: 'CC BY 4.0',
            madeAt: madeAt(COUNTRIES),
          },
      networkFile
        ? ownFile(networkFile)
        : { name: 'RouteViews and DB-IP', url: 'https://db-ip.com', licence: 'CC BY 4.0', madeAt: madeAt(NETWORKS) },
    ]
  }

  async #read(): Promise<Lookup> {
    const { countryFile, networkFile } = this.#settings
    const countries = await readMmdb(countryFile ?? path.join(folderOf(COUNTRIES), 'geo-whois-asn-country.mmdb'))
    const networks: Networks = networkFile
      ? { find: mmdbNumber(await readMmdb(networkFile)) }
      : await readNetworks(folderOf(NETWORKS))
    return { country: (ip) => country.safeParse(countries.get(ip)).data, network: networks.find }
  }
}

const mmdbNumber =
  (reader: Reader<never>): Networks['find'] =>
  (ip) =>
    network.safeParse(reader.get(ip)).data

const readMmdb = async (file: string): Promise<Reader<never>> => new Reader(await fs.promises.readFile(file))

const folderOf = (name: string): string => path.dirname(require.resolve(`${name}/package.json`))

/** Versions of these packages are the days on which their data was made. */
function madeAt(name: string): string | undefined {
  const { version } = z.object({ version: z.string() }).parse(require(`${name}/package.json`))
  const [, year, month, day] = /(\d{4})(\d{2})(\d{2})\d{2}$/.exec(version) ?? []
  return year && month && day ? `${year}-${month}-${day}` : undefined
}

function ownFile(file: string): PlaceSource {
  return { name: path.basename(file), url: '', licence: '', madeAt: fs.statSync(file).mtime.toISOString().slice(0, 10) }
}
