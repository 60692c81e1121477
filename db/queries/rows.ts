import * as v from 'valibot'

/** The rows of a raw statement, each of which has the form of `row`. Both drivers of Neon return `{ rows }`. */
export const parseRows = <Row extends v.GenericSchema>(row: Row, result: unknown): v.InferOutput<Row>[] =>
  v.parse(v.object({ rows: v.array(row) }), result).rows
