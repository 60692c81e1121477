import { t } from '#contract/words/sentence.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { askStatement, getStatement } from '#worker/domain/statement/get-statement.ts'
import { readStatements } from '#worker/domain/statement/read-statements.ts'
import type { AppHandlers } from './app-env.ts'
import { createSuccess } from './success.ts'

/** Maximum time to work after the reply, for which the platform allows 30 s. The cron finishes the rest. */
const afterReplyMs = 20_000

export const statementHandlers = {
  getStatement: ({ actor, query }, context) => getStatement(context, actor, query),
  askStatement: async ({ actor, body }, context) => {
    await askStatement(context, actor, body.year)
    const work = readStatements(context, new Date(context.now().getTime() + afterReplyMs))
    context.afterReply(
      work.catch((error: unknown) => context.log.warn('statement_not_begun', errorFacts(error))),
    )
    return createSuccess(t('The statement is being read'))
  },
} satisfies Partial<AppHandlers>
