import v8 from 'node:v8'
import vm from 'node:vm'

/** Frees at once what nothing holds any more. */
export function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc')
  ;(vm.runInNewContext('gc') as () => void)()
}
