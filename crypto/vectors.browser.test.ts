import { commands } from 'vitest/browser'
import { independentVectors } from './testing/independent-suite.ts'
import { floeVectors } from './testing/official-floe.ts'
import { kemVectors } from './testing/official-kem.ts'
import { signatureVectors } from './testing/official-signature.ts'
import { symmetricVectors } from './testing/official-symmetric.ts'
import { pathSuite } from './testing/path-suite.ts'
import { readPlatform } from './testing/platform.ts'
import { present, VECTORS_FOLDER } from './testing/vector-source.ts'

// Vitest serves files outside the root only where `server.fs.allow` names their folder.
const folder: string = import.meta.env['VECTORS_DIR'] ?? VECTORS_FOLDER
const source = await present((name) => commands.readFile(`${folder}/${name}`))
const platform = await readPlatform()

independentVectors()
pathSuite(platform)
floeVectors(source)
kemVectors(source, platform)
signatureVectors(source, platform)
symmetricVectors(source)
