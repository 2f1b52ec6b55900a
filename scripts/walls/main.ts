import path from 'node:path'
import { featureViolations } from './features.ts'
import { readImports } from './imports.ts'
import { KNOWN_PAIRS, pairViolations } from './mutual-pairs.ts'
import { walls } from './rules.ts'
import { sharedModules } from './shared-modules.ts'
import { violationsOf } from './violations.ts'

const imports = readImports(path.resolve(import.meta.dirname, '../..'))
const violations = [
  ...violationsOf(imports, walls),
  ...featureViolations(imports, sharedModules),
  ...pairViolations(imports),
]
for (const violation of violations) console.error(violation)
console.log(
  `${imports.length} imports, ${walls.rules.length} rules, ${KNOWN_PAIRS.length} mutual pairs of rooms, ${violations.length} violations`,
)
process.exitCode = violations.length > 0 ? 1 : 0
