// The story of the README of the clients, against a demo with examples/trips: sign in, create, execute, work on the job, decide,
// upload, read the event log.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	millrace "github.com/millrace/millrace/clients/go"
	"github.com/millrace/millrace/clients/go/api"
)

const trips = "01900000-0000-7000-8000-000000000005"

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := story(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("The Go client has told its story.")
}

func story(ctx context.Context) error {
	client, err := millrace.FromEnvironment()
	if err != nil {
		return err
	}
	workflows, err := client.GetWorkflowsWithResponse(ctx, &api.GetWorkflowsParams{SubProjectId: trips, StageKeys: &[]string{"stage_init"}})
	if err != nil {
		return err
	}
	start := func(travellers int) (process, run string, err error) {
		created, err := client.CreateProcessWithResponse(ctx, nil, api.CreateProcessRequest{
			SubProjectId: trips, Fields: &map[string]any{"destination": "Rome", "travellers": travellers},
		})
		if err != nil {
			return "", "", err
		}
		executed, err := client.ExecuteWorkflowWithResponse(ctx, nil, api.ExecuteWorkflowRequest{
			SubProjectId: trips, ProcessId: created.JSON200.Id, StageKey: "stage_init", WorkflowId: workflows.JSON200.Workflows[0].Id,
		})
		if err != nil {
			return "", "", err
		}
		return created.JSON200.Id, executed.JSON200.RunId.Id, nil
	}
	trip, run, err := start(2)
	if err != nil {
		return err
	}
	group, _, err := start(20)
	if err != nil {
		return err
	}
	if err := work(ctx, client, trip, group); err != nil {
		return err
	}

	resumed, err := client.ResumeWorkflowRunsApiWithResponse(ctx, nil, api.ResumeWorkflowRunsApiRequest{
		SubProjectId: trips, RunId: run, Approved: millrace.Ptr(true),
	})
	if err != nil {
		return err
	}
	if resumed.JSON200.RunId.State != "COMPLETED" {
		return fmt.Errorf("the run is %s", resumed.JSON200.RunId.State)
	}
	if err := expectStates(ctx, client, map[string]string{trip: "BOOKED", group: "DECLINED"}); err != nil {
		return err
	}

	content := bytes.Repeat([]byte("Rome, two travellers\n"), 1000)
	file, err := client.UploadFile(ctx, millrace.Upload{
		SubProjectID: trips, ProcessID: trip, FileName: "ticket.txt", MimeType: "text/plain", Content: bytes.NewReader(content),
	})
	if err != nil {
		return err
	}
	if file.Size != strconv.Itoa(len(content)) {
		return fmt.Errorf("the file has %s bytes", file.Size)
	}

	var types []string
	for event, err := range client.Events(ctx, millrace.EventOptions{SubProjectID: trips, ProcessID: trip}) {
		if err != nil {
			return err
		}
		types = append(types, string(event.Type))
	}
	position := -1
	for _, expected := range []string{"process.created", "run.started", "task.opened", "process.updated", "run.completed", "file.uploaded"} {
		at := slices.Index(types, expected)
		if at <= position {
			return fmt.Errorf("%s is not in its place in %s", expected, strings.Join(types, ", "))
		}
		position = at
	}
	return refusals(ctx, client, run)
}

// work books the trip, longer than its lease, and refuses the group.
func work(ctx context.Context, client *millrace.Client, trip, group string) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		ended <- client.Work(working, "book-trip", func(ctx context.Context, job api.ActivatedJob) (map[string]any, error) {
			if travellers, _ := job.Variables["travellers"].(float64); travellers > 9 {
				return nil, &millrace.BPMNError{Code: "TOO_MANY", Message: "Groups are booked by phone"}
			}
			select {
			case <-time.After(1500 * time.Millisecond):
				return map[string]any{"booking": "R-2"}, nil
			case <-ctx.Done():
				return nil, errors.New("the lease was not extended")
			}
		}, millrace.WorkerOptions{SubProjectID: trips, Lease: time.Second, Poll: time.Second})
	}()
	isBooked, isDeclined := false, false
	for event, err := range client.Events(ctx, millrace.EventOptions{
		SubProjectID: trips, Types: []string{"task.opened", "run.completed"}, Follow: true,
	}) {
		if err != nil {
			return err
		}
		isBooked = isBooked || event.Type == "task.opened" && *event.ProcessId == trip
		isDeclined = isDeclined || event.Type == "run.completed" && *event.ProcessId == group
		if isBooked && isDeclined {
			break
		}
	}
	stop()
	return <-ended
}

func expectStates(ctx context.Context, client *millrace.Client, expected map[string]string) error {
	ids := make([]string, 0, len(expected))
	for id := range expected {
		ids = append(ids, id)
	}
	filters, err := json.Marshal(map[string]any{"subProjectId_id": trips, "id": ids})
	if err != nil {
		return err
	}
	list, err := client.GetProcessWithResponse(ctx, &api.GetProcessParams{Page: "1", PerPageCount: "10", Filters: string(filters)})
	if err != nil {
		return err
	}
	if len(list.JSON200.Processes) != len(expected) {
		return fmt.Errorf("%d processes instead of %d", len(list.JSON200.Processes), len(expected))
	}
	for _, process := range list.JSON200.Processes {
		if process.State != expected[process.Id] {
			return fmt.Errorf("the process %s is %s instead of %s", process.Id, process.State, expected[process.Id])
		}
	}
	return nil
}

// refusals are errors with their status and number; a key that is used again gets the first answer.
func refusals(ctx context.Context, client *millrace.Client, run string) error {
	key := &api.CreateProcessParams{IdempotencyKey: millrace.Ptr("story-" + run)}
	request := api.CreateProcessRequest{SubProjectId: trips, Fields: &map[string]any{"destination": "Oslo", "travellers": 1}}
	first, err := client.CreateProcessWithResponse(ctx, key, request)
	if err != nil {
		return err
	}
	again, err := client.CreateProcessWithResponse(ctx, key, request)
	if err != nil {
		return err
	}
	if first.JSON200.Id != again.JSON200.Id {
		return errors.New("a repeated request had a second effect")
	}
	_, err = client.ResumeWorkflowRunsApiWithResponse(ctx, nil, api.ResumeWorkflowRunsApiRequest{SubProjectId: trips, RunId: run})
	var answer *millrace.Error
	if !errors.As(err, &answer) || answer.Status != http.StatusConflict || answer.ID != 1209 || answer.TraceID == "" {
		return fmt.Errorf("a completed run was resumed: %w", err)
	}
	wrong, err := millrace.New(millrace.Options{URL: os.Getenv("MILLRACE_URL"), ClientID: "demo-owner", ClientSecret: "wrong"})
	if err != nil {
		return err
	}
	if _, err := wrong.GetMeWithResponse(ctx, nil); !millrace.IsStatus(err, http.StatusUnauthorized) {
		return fmt.Errorf("a wrong secret was accepted: %w", err)
	}
	return nil
}
