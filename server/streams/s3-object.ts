import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Hash as ChecksumInstance, SourceData } from '@smithy/types'
import type { RenderedEvent } from './render-event.ts'

/** `https://s3.eu-central-1.amazonaws.com/bucket/folder`, with `?region=` for servers whose name does not say it. */
export type BucketAddress = { readonly url: URL; readonly region: string }

/** What servers other than Amazon's expect where nobody named a region. */
const USUAL_REGION = 'us-east-1'
const DIGITS = 12

/**
 * Amazon's servers by the names under which the bucket is in the path; the first group is the region. With the bucket in the name of the
 * server, the first folder would be taken for it, and `s3-accelerate` knows no other way.
 */
const AMAZON_SERVER = /^s3(?:-fips)?(?:\.dualstack)?(?:[.-]([a-z]{2}(?:-[a-z]+)+-\d+))?\.amazonaws\.com(?:\.cn)?$/
const IS_AMAZON = /(?:^|\.)amazonaws\.com(?:\.cn)?\.?$/

/** @returns undefined where no bucket is named, where it is named in the server's name, or where the path has a broken escape. */
export function readBucketAddress(address: string): BucketAddress | undefined {
  const url = new URL(address)
  const amazon = AMAZON_SERVER.exec(url.hostname)
  if ((!amazon && IS_AMAZON.test(url.hostname)) || !isDecodable(url.pathname)) return undefined
  const region = url.searchParams.get('region') ?? amazon?.[1]
  url.search = ''
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url.pathname === '/' || url.pathname === '' ? undefined : { url, region: region ?? USUAL_REGION }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Whether it is an id and a secret: `AKIA…:…`. */
export const isAccessKey = (secret: string): boolean => /^[\w-]+:\S+$/.test(secret)

type Put = {
  url: URL
  region: string
  accessKey: string
  body: Uint8Array
  seconds: number
  headers?: Record<string, string>
}

/**
 * The name of the object that events are stored as: their log, and the first and last of their places in it. The same events have the same
 * name, so that an object which is sent again takes its own place.
 */
export function objectUrl({ url }: BucketAddress, events: readonly RenderedEvent[]): URL {
  const [first, last] = [events[0]?.event, events.at(-1)?.event]
  const place = (index: number | undefined) => String(index ?? 0).padStart(DIGITS, '0')
  const log = (first?.origin ?? '').replaceAll(/[^\w./-]/g, '_')
  const object = new URL(url)
  object.pathname = `${url.pathname}/${log}/${place(first?.index)}-${place(last?.index)}.ndjson.gz`
  return object
}

/** A line for each event, compressed. The same lines give the same bytes. */
export const objectBody = (events: readonly RenderedEvent[]): Buffer =>
  gzipSync(events.map(({ line }) => `${line}\n`).join(''))

/** Headers of a request that stores an object, signed by Signature Version 4. */
export async function signedPut({
  url,
  region,
  accessKey,
  body,
  seconds,
  headers = {},
}: Put): Promise<Record<string, string>> {
  const [accessKeyId = '', ...rest] = accessKey.split(':')
  const credentials = { accessKeyId, secretAccessKey: rest.join(':') }
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false })
  const path = encodedPath(url)
  const request = { method: 'PUT', protocol: url.protocol, hostname: url.hostname, path, body }
  const signed = await signer.sign(
    { ...request, headers: { ...headers, host: url.host } },
    { signingDate: new Date(seconds * 1000) },
  )
  return signed.headers
}

/** Of this machine's OpenSSL, as the signer wants it. */
class Sha256 implements ChecksumInstance {
  readonly #hash: Hash | Hmac

  constructor(secret?: SourceData) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }

  update(data: SourceData): void {
    this.#hash.update(bytesOf(data))
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
}

function bytesOf(data: SourceData): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data)
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
}

/** Each byte but the unreserved ones is encoded, once. */
const encodedPath = ({ pathname }: URL): string =>
  pathname
    .split('/')
    .map((part) =>
      encodeURIComponent(decodeURIComponent(part)).replaceAll(
        /[!'()*]/g,
        (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')
