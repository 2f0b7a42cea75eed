package millrace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/millrace/millrace/clients/go/api"
)

const (
	mostJobs       = 100
	maxMessage     = 4000
	leastReporting = 10 * time.Minute
)

// Handler does the work of a job. What it returns is set as variables of the run. It can be called more than once for a job: pass
// job.IdempotencyKey to what it calls. Return a *BPMNError for a BPMN error and a *JobFailure to say how to retry; any other
// error is a failed attempt. The context ends when the lease is lost; the result is then ignored.
type Handler func(ctx context.Context, job api.ActivatedJob) (map[string]any, error)

// BPMNError ends a job with a BPMN error, which a boundary event of the diagram can catch.
type BPMNError struct {
	Code, Message string
	Variables     map[string]any
}

func (e *BPMNError) Error() string { return e.Code + ": " + e.Message }

// JobFailure says how a failed job is retried.
type JobFailure struct {
	Message string
	// Retries are the attempts left; 0 raises an incident at once. Default: one less than before.
	Retries *int
	// RetryAfter is the time until the next attempt. Default: backoff of the service.
	RetryAfter *time.Duration
}

func (e *JobFailure) Error() string { return e.Message }

// WorkerOptions of a worker. The zero value of a member means its default.
type WorkerOptions struct {
	SubProjectID string
	// Name of the worker, shown to operators. Default: the name of the host.
	Name string
	// Concurrency is how many jobs are worked on at the same time, 10 by default.
	Concurrency int
	// Lease of a job, a minute by default. It is extended while the handler runs; when the worker crashes, other workers get its jobs after it.
	Lease time.Duration
	// Poll is how long a request for jobs waits for one, 5 s by default.
	Poll time.Duration
	// Log of failures. Default: slog.Default().
	Log *slog.Logger
}

// Work works on the jobs of a type until the context ends, and then waits for the running handlers. While the service is unavailable it
// tries again. It returns the error when the service refuses the worker: wrong credentials, a missing right, an unknown sub-project.
func (c *Client) Work(ctx context.Context, jobType string, handler Handler, options WorkerOptions) error {
	w := newWorker(c, jobType, handler, options)
	var running sync.WaitGroup
	defer running.Wait()
	free := make(chan struct{}, w.options.Concurrency)
	for failures := 0; ; {
		select {
		case free <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		places := 1
		for places < min(mostJobs, w.options.Concurrency) && tryTake(free) {
			places++
		}
		jobs, err := w.activate(ctx, places)
		for range places - len(jobs) {
			<-free
		}
		for _, job := range jobs {
			running.Add(1)
			go func() {
				defer running.Done()
				defer func() { <-free }()
				w.run(job)
			}()
		}
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			failures = 0
			continue
		}
		var answer *Error
		if errors.As(err, &answer) && isRefusal(answer.Status) {
			return err
		}
		w.options.Log.Warn("jobs could not be activated", "type", jobType, "error", err)
		pause := time.Duration(mathrand.Float64() * float64(min(30*time.Second, 500*time.Millisecond<<min(failures, 10))))
		failures++
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil
		}
	}
}

func tryTake(free chan<- struct{}) bool {
	select {
	case free <- struct{}{}:
		return true
	default:
		return false
	}
}

type worker struct {
	client  *Client
	jobType string
	handler Handler
	options WorkerOptions
}

func newWorker(client *Client, jobType string, handler Handler, options WorkerOptions) *worker {
	if options.Name == "" {
		options.Name, _ = os.Hostname()
	}
	if options.Concurrency < 1 {
		options.Concurrency = 10
	}
	if options.Lease == 0 {
		options.Lease = time.Minute
	}
	if options.Poll == 0 {
		options.Poll = 5 * time.Second
	}
	if options.Log == nil {
		options.Log = slog.Default()
	}
	return &worker{client, jobType, handler, options}
}

// activate is never abandoned: the service may have just leased jobs, and they would wait for the end of the lease.
func (w *worker) activate(ctx context.Context, places int) ([]api.ActivatedJob, error) {
	timeout := w.options.Poll + w.client.transport.options.Timeout
	ctx = withLimits(context.WithoutCancel(ctx), limits{timeout, timeout, 1})
	answer, err := w.client.ActivateJobsWithResponse(ctx, nil, api.ActivateJobsRequest{
		SubProjectId: w.options.SubProjectID, Type: w.jobType, Worker: &w.options.Name, MaxJobsToActivate: &places,
		Timeout: Ptr(int(w.options.Lease.Milliseconds())), RequestTimeout: Ptr(int(w.options.Poll.Milliseconds())),
	})
	if err != nil {
		return nil, err
	}
	return answer.JSON200.Jobs, nil
}

func (w *worker) run(job api.ActivatedJob) {
	ctx, lose := context.WithCancel(context.Background())
	defer lose()
	done := make(chan struct{})
	defer close(done)
	go w.keepLease(job, done, lose)
	variables, failure := w.handle(ctx, job)
	if ctx.Err() != nil {
		w.options.Log.Warn("the result of a job is dropped: its lease was lost", "job", job.Key)
		return
	}
	reporting := withLimits(ctx, limits{w.client.transport.options.Timeout, max(w.options.Lease, leastReporting), math.MaxInt})
	err := w.report(reporting, job, variables, failure)
	var answer *Error
	var unusable *json.UnsupportedTypeError
	if errors.As(err, &unusable) || (errors.As(err, &answer) && answer.Status == http.StatusBadRequest) {
		// It would fail after every lease.
		err = w.report(reporting, job, nil, fmt.Errorf("the result could not be taken: %w", err))
	}
	if err != nil {
		w.options.Log.Warn("the result of a job is dropped", "job", job.Key, "error", err)
	}
}

// handle turns a panic of the handler into a failed attempt.
func (w *worker) handle(ctx context.Context, job api.ActivatedJob) (variables map[string]any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the handler panicked: %v", cause)
		}
	}()
	return w.handler(ctx, job)
}

func (w *worker) report(ctx context.Context, job api.ActivatedJob, variables map[string]any, failure error) error {
	var bpmn *BPMNError
	var failed *JobFailure
	switch {
	case failure == nil:
		request := api.CompleteJobRequest{SubProjectId: w.options.SubProjectID, JobKey: job.Key, Token: job.Token}
		if variables != nil {
			request.Variables = &variables
		}
		_, err := w.client.CompleteJobWithResponse(ctx, nil, request)
		return err
	case errors.As(failure, &bpmn):
		request := api.ThrowJobErrorRequest{
			SubProjectId: w.options.SubProjectID, JobKey: job.Key, Token: job.Token, ErrorCode: bpmn.Code, ErrorMessage: messageOf(bpmn.Message),
		}
		if bpmn.Variables != nil {
			request.Variables = &bpmn.Variables
		}
		_, err := w.client.ThrowJobErrorWithResponse(ctx, nil, request)
		return err
	default:
		w.options.Log.Warn("a job handler failed", "job", job.Key, "error", failure)
		request := api.FailJobRequest{
			SubProjectId: w.options.SubProjectID, JobKey: job.Key, Token: job.Token, ErrorMessage: messageOf(failure.Error()),
		}
		if errors.As(failure, &failed) {
			request.Retries = failed.Retries
			if failed.RetryAfter != nil {
				request.RetryBackOff = Ptr(int(failed.RetryAfter.Milliseconds()))
			}
		}
		_, err := w.client.FailJobWithResponse(ctx, nil, request)
		return err
	}
}

func messageOf(text string) *string {
	letters := []rune(text)
	return Ptr(string(letters[:min(len(letters), maxMessage)]))
}

// keepLease extends the lease every third of its length, so that two extensions may fail before it ends.
func (w *worker) keepLease(job api.ActivatedJob, done <-chan struct{}, lose func()) {
	every := w.options.Lease / 3
	ctx := withLimits(context.Background(), limits{w.client.transport.options.Timeout, every, math.MaxInt})
	for {
		select {
		case <-done:
			return
		case <-time.After(every):
		}
		_, err := w.client.ExtendJobLeaseWithResponse(ctx, nil, api.ExtendJobLeaseRequest{
			SubProjectId: w.options.SubProjectID, JobKey: job.Key, Token: job.Token, Timeout: int(w.options.Lease.Milliseconds()),
		})
		if err == nil {
			continue
		}
		w.options.Log.Warn("the lease of a job could not be extended", "job", job.Key, "error", err)
		if IsStatus(err, http.StatusConflict) || IsStatus(err, http.StatusNotFound) {
			lose()
			return
		}
	}
}

func isRefusal(status int) bool {
	return status == http.StatusBadRequest || status == http.StatusUnauthorized || status == http.StatusForbidden ||
		status == http.StatusNotFound
}
