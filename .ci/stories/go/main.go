// The story of the README of the clients, told by what openapi-generator has made for Go, to a demo with examples/trips: sign in,
// create, execute, work on the job, decide, upload, read the event log. Called by generators.sh.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"strconv"

	generated "github.com/GIT_USER_ID/GIT_REPO_ID"
)

const trips = "01900000-0000-7000-8000-000000000005"

func main() {
	configuration := generated.NewConfiguration()
	configuration.Servers = generated.ServerConfigurations{{URL: os.Getenv("MILLRACE_URL")}}
	client := generated.NewAPIClient(configuration)
	login := func(secret string) (*generated.TokenResponse, *http.Response, error) {
		request := generated.NewTokenRequest(os.Getenv("MILLRACE_CLIENT_ID"), secret)
		return client.SignInAPI.UserLogin(context.Background()).TokenRequest(*request).Execute()
	}
	token := must(login(os.Getenv("MILLRACE_CLIENT_SECRET")))
	signedIn := context.WithValue(context.Background(), generated.ContextAccessToken, token.AccessToken)

	create := generated.NewCreateProcessRequest(trips)
	create.SetFields(map[string]any{"destination": "Rome", "travellers": 2})
	trip := must(client.ProcessesAPI.CreateProcess(signedIn).CreateProcessRequest(*create).Execute()).Id
	workflow := must(client.WorkflowsAPI.GetWorkflows(signedIn).SubProjectId(trips).StageKeys([]string{"stage_init"}).Execute()).Workflows[0].Id
	execute := generated.NewExecuteWorkflowRequest(trips, trip, "stage_init", workflow)
	run := must(client.WorkflowsAPI.ExecuteWorkflow(signedIn).ExecuteWorkflowRequest(*execute).Execute()).RunId.Id

	wanted := generated.NewActivateJobsRequest(trips, "book-trip")
	wanted.SetMaxJobsToActivate(1)
	wanted.SetRequestTimeout(10000)
	activated := must(client.JobsAPI.ActivateJobs(signedIn).ActivateJobsRequest(*wanted).Execute()).Jobs
	check(len(activated) == 1 && activated[0].Variables["destination"] == "Rome", "another job")
	result := generated.NewCompleteJobRequest(trips, activated[0].Key, activated[0].Token)
	result.SetVariables(map[string]any{"booking": "R-2"})
	must(client.JobsAPI.CompleteJob(signedIn).CompleteJobRequest(*result).Execute())

	decision := generated.NewResumeWorkflowRunsApiRequest(trips, run)
	decision.SetApproved(true)
	decide := func() (*generated.RunResponse, *http.Response, error) {
		return client.WorkflowsAPI.ResumeWorkflowRunsApi(signedIn).ResumeWorkflowRunsApiRequest(*decision).Execute()
	}
	check(string(must(decide()).RunId.State) == "COMPLETED", "the run goes on")
	filters, _ := json.Marshal(map[string]string{"subProjectId_id": trips, "id": trip})
	list := must(client.ProcessesAPI.GetProcess(signedIn).Page("1").PerPageCount("10").Filters(string(filters)).Execute())
	check(len(list.Processes) == 1 && list.Processes[0].State == "BOOKED", "the trip is not booked")

	upload(signedIn, client, trip)

	log := must(client.EventsAPI.GetEvents(signedIn).SubProjectId(trips).ProcessId(trip).AfterPosition("0").Execute())
	position := -1
	for _, expected := range []string{"process.created", "run.started", "task.opened", "process.updated", "run.completed", "file.uploaded"} {
		found := slices.IndexFunc(log.Events, func(event generated.Event) bool { return event.Type == expected })
		check(found > position, expected+" is not in its place")
		position = found
	}

	_, again, err := decide()
	check(err != nil && again.StatusCode == 409, "a completed run was resumed")
	_, wrong, err := login("wrong")
	check(err != nil && wrong.StatusCode == 401, "a wrong secret was accepted")
}

func upload(signedIn context.Context, client *generated.APIClient, trip string) {
	content := []byte("Rome, two travellers\n")
	request := generated.NewCreateSignedStorageRequest(trips, "ticket.txt", "text/plain", "knowledgeRepo")
	request.SetProcessId(trip)
	request.SetSize(strconv.Itoa(len(content)))
	reserved := must(client.FilesAPI.CreateSignedStorage(signedIn).CreateSignedStorageRequest(*request).Execute())
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range reserved.Aws.Fields {
		form.WriteField(name, value)
	}
	file, _ := form.CreateFormFile("file", "ticket.txt")
	file.Write(content)
	form.Close()
	sent, err := http.Post(reserved.Aws.Url, form.FormDataContentType(), &body)
	check(err == nil && sent.StatusCode < 300, fmt.Sprint("the upload was refused: ", err))
	closing := generated.NewCloseSignedStorageRequest(trips, reserved.File.Id)
	closed := must(client.FilesAPI.CloseSignedStorage(signedIn).CloseSignedStorageRequest(*closing).Execute())
	check(closed.File.Size == strconv.Itoa(len(content)), "another size: "+closed.File.Size)
}

func must[T any](answer T, _ *http.Response, err error) T {
	check(err == nil, fmt.Sprint(err))
	return answer
}

func check(isRight bool, message string) {
	if !isRight {
		fmt.Fprintln(os.Stderr, message)
		os.Exit(1)
	}
}
