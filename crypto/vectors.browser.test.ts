import { commands } from 'vitest/browser'
import { independentVectors } from './testing/independent-suite.ts'
import { floeVectors } from './testing/official-floe.ts'
import { kemVectors } from './testing/official-kem.ts'
import { signatureVectors } from './testing/official-signature.ts'
import { symmetricVectors } from './testing/official-symmetric.ts'
import { pathSuite } from './testing/path-suite.ts'
import { readPlatform } from './testing/platform.ts'
import { unpacking } from './testing/vector-source.ts'

const source = unpacking(async (file) => bytesOf(await commands.readFile(file, 'base64')))
const platform = await readPlatform()

independentVectors()
pathSuite(platform)
floeVectors(source)
kemVectors(source, platform)
signatureVectors(source, platform)
symmetricVectors(source)

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
