import fs from 'node:fs/promises'
import path from 'node:path'
import { independentVectors } from './testing/independent-suite.ts'
import { floeVectors } from './testing/official-floe.ts'
import { kemVectors } from './testing/official-kem.ts'
import { signatureVectors } from './testing/official-signature.ts'
import { symmetricVectors } from './testing/official-symmetric.ts'
import { pathSuite } from './testing/path-suite.ts'
import { readPlatform } from './testing/platform.ts'
import { unpacking } from './testing/vector-source.ts'

const root = path.resolve(import.meta.dirname, '..')
const source = unpacking(async (file) => new Uint8Array(await fs.readFile(path.join(root, file))))
const platform = await readPlatform()

independentVectors()
pathSuite(platform)
floeVectors(source)
kemVectors(source, platform)
signatureVectors(source, platform)
symmetricVectors(source)
