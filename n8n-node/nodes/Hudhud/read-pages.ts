// Get Many: reads as many pages as are wanted, each no larger than what is still missing. The gateway hands out 200 rows
// at a time with a cursor for the next.

import type {
  IDataObject,
  IExecutePaginationFunctions,
  INodeExecutionData,
  RoutedRequest,
} from '../../n8n-types';

const rowsPerPageMax = 200;

interface Page {
  data: IDataObject[];
  next_cursor: string | null;
}

export async function readPages(
  this: IExecutePaginationFunctions,
  request: RoutedRequest,
): Promise<INodeExecutionData[]> {
  const wanted = this.getNodeParameter('returnAll', false)
    ? Number.POSITIVE_INFINITY
    : Number(this.getNodeParameter('limit', 50));
  const rows: IDataObject[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(rowsPerPageMax, wanted - rows.length);
    const qs: IDataObject = { ...request.options.qs, limit, ...(cursor !== null && { cursor }) };
    const [answer] = await this.makeRoutingRequest({ ...request, options: { ...request.options, qs } });
    const page = answer?.json as unknown as Page;
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && rows.length < wanted);
  return rows.map((json) => ({ json }));
}
