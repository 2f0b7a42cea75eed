package millrace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"time"

	"github.com/millrace/millrace/clients/go/api"
)

// Upload is a file to upload.
type Upload struct {
	SubProjectID string
	// ProcessID attaches the file to a process; may be empty.
	ProcessID, FileName, MimeType string
	// Content is read twice: for its SHA-256, and to send it.
	Content io.ReadSeeker
}

// UploadFile reserves the file with its size and SHA-256, posts the signed form to the object storage, and confirms. The service
// compares the SHA-256 before it unlocks the file.
func (c *Client) UploadFile(ctx context.Context, upload Upload) (*api.ClosedFile, error) {
	digest := sha256.New()
	size, err := io.Copy(digest, upload.Content)
	if err != nil {
		return nil, err
	}
	request := api.CreateSignedStorageRequest{
		SubProjectId: upload.SubProjectID, FileName: upload.FileName, MimeType: upload.MimeType, PluginName: "knowledgeRepo",
		Size: Ptr(strconv.FormatInt(size, 10)), Sha256: Ptr(hex.EncodeToString(digest.Sum(nil))),
	}
	if upload.ProcessID != "" {
		request.ProcessId = &upload.ProcessID
	}
	created, err := c.CreateSignedStorageWithResponse(ctx, nil, request)
	if err != nil {
		return nil, err
	}
	signed := created.JSON200
	for failures := 0; ; failures++ {
		if _, err := upload.Content.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		isTemporary, err := c.postForm(ctx, signed.Aws.Url, signed.Aws.Fields, upload, size)
		if err == nil {
			break
		}
		if !isTemporary || failures >= c.transport.options.Retries || ctx.Err() != nil {
			return nil, err
		}
		select {
		case <-time.After(pauseAfter(failures, 1)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	closing := api.CloseSignedStorageRequest{SubProjectId: upload.SubProjectID, FileId: signed.File.Id}
	closed, err := c.CloseSignedStorageWithResponse(ctx, nil, closing)
	if err != nil {
		return nil, err
	}
	file := closed.JSON200.File
	if file.Id != signed.File.Id || file.Size != strconv.FormatInt(size, 10) || file.Locked {
		return nil, fmt.Errorf("%d bytes were sent as file %s, but the service confirmed %+v", size, signed.File.Id, file)
	}
	return &file, nil
}

// postForm sends the fields, and the file last: the storage ignores fields after it. It ends when nothing was sent or answered
// for the time of an attempt, and reads no more of the content after it has ended.
func (c *Client) postForm(ctx context.Context, url string, fields map[string]string, upload Upload, size int64) (bool, error) {
	timeout := c.transport.options.Timeout
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := time.AfterFunc(timeout, func() { cancel(fmt.Errorf("nothing was sent or answered for %s", timeout)) })
	defer idle.Stop()
	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	written := make(chan struct{})
	go func() {
		defer close(written)
		err := func() error {
			for name, value := range fields {
				if err := form.WriteField(name, value); err != nil {
					return err
				}
			}
			part, err := form.CreateFormFile("file", "file")
			if err != nil {
				return err
			}
			if _, err := io.CopyN(part, upload.Content, size); err != nil {
				return err
			}
			return form.Close()
		}()
		writer.CloseWithError(err)
	}()
	defer func() {
		_ = reader.Close()
		<-written
	}()
	body := &progressReader{reader, func() { idle.Reset(timeout) }}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, body)
	if err != nil {
		return false, err
	}
	request.Header.Set("Content-Type", form.FormDataContentType())
	if request.ContentLength, err = formLength(form.Boundary(), fields, size); err != nil {
		return false, err
	}
	response, err := c.transport.http.Do(request)
	if err != nil {
		return true, fmt.Errorf("the object storage did not answer: %w", errors.Join(err, context.Cause(ctx)))
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode/100 == 2 {
		return false, nil
	}
	text, _ := io.ReadAll(io.LimitReader(response.Body, 2000))
	err = fmt.Errorf("the object storage answered %d: %s", response.StatusCode, text)
	return response.StatusCode >= http.StatusInternalServerError || response.StatusCode == http.StatusTooManyRequests, err
}

// progressReader tells that something was read.
type progressReader struct {
	io.Reader
	read func()
}

func (r *progressReader) Read(data []byte) (int, error) {
	r.read()
	return r.Reader.Read(data)
}

// formLength is the length of the form: object stores refuse one that does not tell it.
func formLength(boundary string, fields map[string]string, size int64) (int64, error) {
	counter := &countingWriter{}
	form := multipart.NewWriter(counter)
	if err := form.SetBoundary(boundary); err != nil {
		return 0, err
	}
	for name, value := range fields {
		if err := form.WriteField(name, value); err != nil {
			return 0, err
		}
	}
	if _, err := form.CreateFormFile("file", "file"); err != nil {
		return 0, err
	}
	if err := form.Close(); err != nil {
		return 0, err
	}
	return counter.count + size, nil
}

type countingWriter struct{ count int64 }

func (w *countingWriter) Write(data []byte) (int, error) {
	w.count += int64(len(data))
	return len(data), nil
}
