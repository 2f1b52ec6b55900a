import type { FastifyInstance } from 'fastify'
import { type EngineFile, GRAMMAR_ENGINE } from '#contract/grammar/grammar.ts'
import * as grammarWire from '#contract/grammar/grammar-wire.ts'
import {
  addWord,
  chooseDialect,
  readDictionary,
  readGlue,
  readProgram,
  removeWord,
} from '#contract/grammar/grammar-wire.ts'
import { type WireRoute, wireRoutesOf } from '#contract/wire/wire-route.ts'
import type { Feature, FeatureServices } from '../feature.ts'
import { sendFile } from '../http/send-file.ts'
import { answering, placeOf } from '../http/wire-requests.ts'
import { DictionaryService } from './dictionary.service.ts'
import { engineFile } from './engine-files.ts'
import { grammarLimits } from './grammar-limits.ts'
import { grammarError, idOf, parse, personOf, sendGrammarError, translate } from './grammar-requests.ts'

const BODY_BYTES = 4096
const ONE_YEAR_SECONDS = 31_536_000

/** Words that texts of an organisation may have, and the files of the engine that checks them in the browser. */
export const grammar: Feature = {
  wire: wireRoutesOf(grammarWire),
  routes: async (app, services) => {
    await app.register(
      async (scope) => {
        scope.setErrorHandler(sendGrammarError)
        const service = new DictionaryService(services.database)
        dictionaryRoutes(scope, services, service)
        engineRoutes(scope, services, service)
      },
      { prefix: '/grammar/v1' },
    )
  },
}

function dictionaryRoutes(app: FastifyInstance, services: FeatureServices, service: DictionaryService): void {
  const limits = { read: grammarLimits.grammarByUser, change: grammarLimits.grammarChangeByUser }
  const on = answering(app, services, { parse, idOf, personOf, translate, limits, bodyLimitBytes: BODY_BYTES })

  on(readDictionary, (caller) => service.read(caller))
  on(addWord, (caller, { body }) => service.add(caller, body.word))
  on(removeWord, (caller, { id }) => service.remove(caller, id))
  on(chooseDialect, (caller, { body }) => service.choose(caller, body.dialect))
}

/** Sends files to who manages growth: 16 MB for anybody who asks would cost a server more than it helps. */
function engineRoutes(app: FastifyInstance, services: FeatureServices, service: DictionaryService): void {
  const on = (route: WireRoute, file: EngineFile): void => {
    app.get(placeOf(route, app).url, async (request, reply) => {
      await service.admit(await personOf(services, request, grammarLimits.grammarEngineByUser))
      const found = engineFile(file)
      if (found === undefined) throw grammarError('engine_missing')
      const headers = {
        'content-type': GRAMMAR_ENGINE.files[file].type,
        'cache-control': `private, max-age=${ONE_YEAR_SECONDS}, immutable`,
      }
      return sendFile(request, reply, { file: found, headers })
    })
  }
  on(readGlue, 'glue')
  on(readProgram, 'program')
}
