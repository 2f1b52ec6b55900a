import { fromBER, Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { equalBytes } from '#crypto/bytes.ts'
import { LedgerError } from '../errors.ts'

const SHA256 = '2.16.840.1.101.3.4.2.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TIME_STAMP_INFO = '1.2.840.113549.1.9.16.1.4'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const GRANTED = new Set([0, 1])

/** What a time-stamping authority (RFC 3161) says of some bytes: they existed at this time. */
export type Timestamp = { readonly at: Date; readonly authority: string }

/** @returns the request to be sent, as `application/timestamp-query`. */
export async function writeTimestampRequest(stamped: Uint8Array, nonce: Uint8Array): Promise<Uint8Array> {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: await sha256(stamped) }),
    }),
    nonce: new Integer({ valueHex: bufferOf(positive(nonce)) }),
    certReq: true,
  })
  return new Uint8Array(request.toSchema().toBER(false))
}

/**
 * Reads the answer of an authority and checks what it signed.
 *
 * @param nonce that was asked with; undefined when an answer from before is read.
 * @param trusted certificates that issued, or are, that of the authority.
 * @throws {LedgerError} `malformed` | `bad_signature`
 */
export async function readTimestamp(
  reply: Uint8Array,
  asked: { stamped: Uint8Array; nonce?: Uint8Array | undefined; trusted: readonly Certificate[] },
): Promise<Timestamp> {
  const { signed, info } = parse(reply)
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const isOfThese =
    hashAlgorithm.algorithmId === SHA256 &&
    equalBytes(hashedMessage.valueBlock.valueHexView, new Uint8Array(await sha256(asked.stamped)))
  if (!isOfThese) throw new LedgerError('bad_signature', 'the time stamp is of something else')
  if (asked.nonce && !isSameNumber(info.nonce?.valueBlock.valueHexView, asked.nonce)) {
    throw new LedgerError('bad_signature', 'the time stamp answers another request')
  }
  const authority = await checkSigner(signed, { ...asked, at: info.genTime })
  return { at: info.genTime, authority }
}

/** @throws {LedgerError} `malformed` */
export function readCertificates(pem: string): Certificate[] {
  const blocks = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g)]
  if (blocks.length === 0) throw new LedgerError('malformed', 'no certificate in PEM')
  return blocks.map(([, base64 = '']) => {
    try {
      return Certificate.fromBER(
        bufferOf(Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (one) => one.charCodeAt(0))),
      )
    } catch {
      throw new LedgerError('malformed', 'certificate that cannot be read')
    }
  })
}

function parse(reply: Uint8Array): { signed: SignedData; info: TSTInfo } {
  try {
    const { offset, result } = fromBER(bufferOf(reply))
    if (offset !== reply.length) throw new Error('more than one answer')
    const response = new TimeStampResp({ schema: result })
    if (!GRANTED.has(response.status.status) || !response.timeStampToken) {
      throw new LedgerError('malformed', `the authority refused, with status ${response.status.status}`)
    }
    const signed = new SignedData({ schema: response.timeStampToken.content })
    const { eContentType, eContent } = signed.encapContentInfo
    const content = eContent?.getValue()
    const isStamp = response.timeStampToken.contentType === SIGNED_DATA && eContentType === TIME_STAMP_INFO
    if (!content || !isStamp) throw new Error('something else was signed')
    return { signed, info: TSTInfo.fromBER(content) }
  } catch (error) {
    if (error instanceof LedgerError) throw error
    throw new LedgerError('malformed', 'that is no time stamp')
  }
}

/** @returns the name of the authority, as its certificate says. */
async function checkSigner(
  signed: SignedData,
  { stamped, trusted, at }: { stamped: Uint8Array; trusted: readonly Certificate[]; at: Date },
): Promise<string> {
  const checked = await signed
    .verify({
      signer: 0,
      data: bufferOf(stamped),
      trustedCerts: [...trusted],
      checkChain: true,
      checkDate: at,
      extendedMode: true,
    })
    .catch((cause: unknown) => {
      throw new LedgerError('bad_signature', 'the time stamp is not signed by an authority that is trusted here', {
        cause,
      })
    })
  const certificate = checked.signerCertificate
  if (
    !checked.signatureVerified ||
    !checked.signerCertificateVerified ||
    !certificate ||
    signed.signerInfos.length !== 1
  ) {
    throw new LedgerError('bad_signature', 'the time stamp is not signed by an authority that is trusted here')
  }
  if (!mayStamp(certificate)) throw new LedgerError('bad_signature', 'the certificate is not one for time stamps')
  return nameOf(certificate)
}

function mayStamp(certificate: Certificate): boolean {
  const usage = certificate.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(TIME_STAMPING)
}

const COMMON_NAME = '2.5.4.3'
function nameOf({ subject }: Certificate): string {
  const name = subject.typesAndValues.find(({ type }) => type === COMMON_NAME) ?? subject.typesAndValues[0]
  return (name?.value.valueBlock.value ?? 'without a name').slice(0, 200)
}

/** As numbers: DER writes a zero before a highest bit, and none elsewhere. */
function isSameNumber(given: Uint8Array | undefined, asked: Uint8Array): boolean {
  return given !== undefined && equalBytes(withoutZeros(given), withoutZeros(asked))
}
const withoutZeros = (bytes: Uint8Array): Uint8Array => {
  const first = bytes.findIndex((one) => one !== 0)
  return bytes.subarray(first === -1 ? bytes.length : first)
}
const positive = (bytes: Uint8Array): Uint8Array => {
  const digits = withoutZeros(bytes)
  return digits.length === 0 || (digits[0] ?? 0) >= 0x80 ? Uint8Array.from([0, ...digits]) : digits
}

const sha256 = (bytes: Uint8Array): Promise<ArrayBuffer> => crypto.subtle.digest('SHA-256', bufferOf(bytes))
const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer
