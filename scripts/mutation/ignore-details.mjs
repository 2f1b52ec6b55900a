import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** What an error says beside its code is for logs: nothing decides by it, and a test that quotes it would only be in the way. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'error-details', {
    shouldIgnore: ({ parent, listKey, key }) => {
      const isDetail = parent?.type === 'NewExpression' && listKey === 'arguments' && Number(key) > 0
      return isDetail && parent.callee.name?.endsWith('Error') ? 'details of an error' : undefined
    },
  }),
]
