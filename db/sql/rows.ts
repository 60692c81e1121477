import * as v from 'valibot'
import { cleanName } from '#contract/rules/names.ts'

/** The name of a collection in a raw statement, cleaned like `collections.name`. */
export const CleanName = v.pipe(v.string(), v.transform(cleanName))

/** The rows of a raw statement, each of which has the form of `row`. Both drivers of Neon return `{ rows }`. */
export const parseRows = <Row extends v.GenericSchema>(row: Row, result: unknown): v.InferOutput<Row>[] =>
  v.parse(v.object({ rows: v.array(row) }), result).rows
