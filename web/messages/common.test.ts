import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { common } from './common.ts'

test('the release that is named beside "Start Free Trial" is the one of package.json', () => {
  const [major, minor] = packageJson.version.split('.')
  expect(common.release).toMatch(new RegExp(`^Version ${major}\\.${minor}, without an independent audit`))
})
