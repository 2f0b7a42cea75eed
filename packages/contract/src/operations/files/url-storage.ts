import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, model, requiredText, subProjectId, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const urlStorage = defineOperation({
  id: 'urlStorage',
  method: 'POST',
  path: '/v1/process/knowledges/urlStorage',
  tag: 'Files',
  summary: 'Get a signed download address',
  description: 'Returns a temporary pre-signed address, valid without a bearer token until it expires.',
  extension: false,
  permission: { kind: 'role', grant: 'file.read', denied: 1205 },
  body: Type.Object({
    subProjectId,
    processId: Type.Optional(
      requiredText(
        'Id of the process that the file belongs to. Extension: may be left out for a file that the caller sees',
      ),
    ),
    fileId: requiredText('Id of the file'),
    disposition: Type.Optional(
      Type.Union([Type.Literal('attachment'), Type.Literal('inline')], {
        description:
          'Extension: inline asks for an address that a browser shows instead of saving. It is for PDF, images and plain text; other types are saved all the same. Default attachment',
      }),
    ),
  }),
  response: Type.Object({
    urls: list(
      model('SignedDownload', 'The signed address of a file', {
        fileId: text('Id of the file'),
        url: text('Address to GET the file from'),
        disposition: Type.Optional(
          text(
            'Extension: inline if a browser shows the file, attachment if it saves it. Present if the request names one',
          ),
        ),
      }),
      'The download addresses',
    ),
  }),
  errors: [1200, 1202, 1205, 1210, 1704, 1709, 1722],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId, fileId: ids.fileId },
    answer: {
      urls: [{ fileId: ids.fileId, url: 'http://127.0.0.1:9000/millrace/…&X-Amz-Expires=900&X-Amz-Signature=…' }],
    },
  },
});
