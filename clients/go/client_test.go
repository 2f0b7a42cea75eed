package millrace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/clients/go/api"
)

type seen struct {
	operation string
	header    http.Header
	body      map[string]any
}

// service answers sign-ins by itself and other operations as told, in turn; the last answer stays.
type service struct {
	*httptest.Server
	mutex   sync.Mutex
	signIns int
	seen    []seen
	answers map[string][]func(http.ResponseWriter)
}

func newService(t *testing.T) *service {
	t.Helper()
	s := &service{answers: map[string][]func(http.ResponseWriter){}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		operation := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		text, _ := io.ReadAll(r.Body)
		body := map[string]any{}
		_ = json.Unmarshal(text, &body)
		s.mutex.Lock()
		if operation == "userLogin" {
			s.signIns++
			token := fmt.Sprintf(`{"access_token":"token-%d","expires_in":3600}`, s.signIns)
			s.mutex.Unlock()
			answer(200, token)(w)
			return
		}
		s.seen = append(s.seen, seen{operation, r.Header.Clone(), body})
		respond := answer(200, `{"id":"p","jobs":[],"deadline":"2026-11-23T00:00:00Z","runId":{"id":"r","state":"RACING"}}`)
		if answers := s.answers[operation]; len(answers) > 0 {
			respond = answers[0]
			if len(answers) > 1 {
				s.answers[operation] = answers[1:]
			}
		}
		s.mutex.Unlock()
		respond(w)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *service) client(t *testing.T, change func(*Options)) *Client {
	t.Helper()
	options := Options{URL: s.URL + "/", ClientID: "c", ClientSecret: "s"}
	if change != nil {
		change(&options)
	}
	client, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func (s *service) sent(operation string) (found []seen) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, one := range s.seen {
		if one.operation == operation {
			found = append(found, one)
		}
	}
	return found
}

func answer(status int, body string, header ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/json")
		for index := 0; index < len(header); index += 2 {
			w.Header().Set(header[index], header[index+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func problem(status, id int, header ...string) func(http.ResponseWriter) {
	return answer(status, fmt.Sprintf(`{"id":%d,"code":"ERROR_X","detail":"No.","traceId":"t-1"}`, id), header...)
}

func create(client *Client) (string, error) {
	created, err := client.CreateProcessWithResponse(context.Background(), nil, api.CreateProcessRequest{SubProjectId: "s"})
	if err != nil {
		return "", err
	}
	return created.JSON200.Id, nil
}

func TestAPostIsRepeatedWithOneKeyNotBeforeRetryAfter(t *testing.T) {
	s := newService(t)
	created := answer(200, `{"id":"p"}`)
	s.answers["createProcess"] = []func(http.ResponseWriter){problem(503, 1010), problem(429, 1003, "Retry-After", "1"), created}
	begun := time.Now()
	if id, err := create(s.client(t, nil)); err != nil || id != "p" {
		t.Fatal(id, err)
	}
	sent := s.sent("createProcess")
	for _, name := range []string{"Idempotency-Key", "X-Service-Traceid"} {
		if value := sent[0].header.Get(name); len(sent) != 3 || value == "" || value != sent[2].header.Get(name) {
			t.Errorf("%s: %d requests with %q and %q", name, len(sent), value, sent[2].header.Get(name))
		}
	}
	if time.Since(begun) < time.Second {
		t.Error("it did not wait for Retry-After")
	}
}

func TestOtherErrorsAreNotRepeated(t *testing.T) {
	s := newService(t)
	s.answers["createProcess"] = []func(http.ResponseWriter){problem(400, 1200)}
	_, err := create(s.client(t, nil))
	var answer *Error
	if !errors.As(err, &answer) || answer.ID != 1200 || answer.TraceID != "t-1" || len(s.sent("createProcess")) != 1 {
		t.Fatal(err)
	}
}

func TestItGivesUp(t *testing.T) {
	s := newService(t)
	s.answers["createProcess"] = []func(http.ResponseWriter){problem(503, 1010)}
	if _, err := create(s.client(t, func(o *Options) { o.Retries = 1 })); !IsStatus(err, 503) || len(s.sent("createProcess")) != 2 {
		t.Fatal(err)
	}
	s.answers["createProcess"] = []func(http.ResponseWriter){problem(429, 1003, "Retry-After", "3600")}
	if _, err := create(s.client(t, nil)); !IsStatus(err, 429) || len(s.sent("createProcess")) != 3 {
		t.Fatal(err)
	}
}

func TestARejectedTokenIsReplacedOnce(t *testing.T) {
	s := newService(t)
	s.answers["createProcess"] = []func(http.ResponseWriter){problem(401, 1001)}
	if _, err := create(s.client(t, nil)); !IsStatus(err, 401) || s.signIns != 2 || len(s.sent("createProcess")) != 2 {
		t.Fatal(err, s.signIns)
	}
}

func TestCallsShareASignIn(t *testing.T) {
	s := newService(t)
	client := s.client(t, nil)
	var calls sync.WaitGroup
	for range 8 {
		calls.Add(1)
		go func() {
			defer calls.Done()
			if _, err := create(client); err != nil {
				t.Error(err)
			}
		}()
	}
	calls.Wait()
	if s.signIns != 1 {
		t.Fatal(s.signIns)
	}
}

func TestCredentialsThatCannotBeMeantAreRefused(t *testing.T) {
	for _, options := range []Options{{URL: "service"}, {URL: "http://s", ClientID: "c"}, {URL: "http://s", ClientID: "c", ClientSecret: "s", Token: "t"}} {
		if _, err := New(options); err == nil {
			t.Errorf("%+v was accepted", options)
		}
	}
}

func TestRetryAfterIsSecondsOrADate(t *testing.T) {
	for value, expected := range map[string]time.Duration{
		"": 0, "12": 12 * time.Second, "soon": 0, "Mon, 23 Nov 2026 10:00:30 GMT": 30 * time.Second, "Mon, 23 Nov 2026 09:00:00 GMT": 0,
	} {
		header := http.Header{"Retry-After": {value}, "Date": {"Mon, 23 Nov 2026 10:00:00 GMT"}}
		if found := retryAfter(header); found != expected {
			t.Errorf("%q: %s", value, found)
		}
	}
}

// work runs a handler on one job until its report has come, and returns the reports.
func work(t *testing.T, s *service, operation string, handler Handler) []seen {
	t.Helper()
	job := `{"jobs":[{"key":"1","type":"t","token":"fence-1","variables":{"n":1},"retries":3,"deadline":"2026-11-23T00:00:00Z"}]}`
	s.answers["activateJobs"] = []func(http.ResponseWriter){answer(200, job), func(w http.ResponseWriter) {
		time.Sleep(20 * time.Millisecond)
		answer(200, `{"jobs":[]}`)(w)
	}}
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()
	ended := make(chan error, 1)
	options := WorkerOptions{SubProjectID: "s", Lease: time.Second, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	go func() { ended <- s.client(t, nil).Work(ctx, "t", handler, options) }()
	for len(s.sent(operation)) == 0 && ctx.Err() == nil {
		time.Sleep(5 * time.Millisecond)
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	return s.sent(operation)
}

func TestAJobIsReportedAsItsHandlerSays(t *testing.T) {
	for _, one := range []struct {
		operation string
		err       error
		expected  string
	}{
		{"completeJob", nil, `map[jobKey:1 subProjectId:s token:fence-1 variables:map[paid:2]]`},
		{"throwJobError", &BPMNError{"DECLINED", "no cover", map[string]any{"limit": 5}}, `map[errorCode:DECLINED errorMessage:no cover jobKey:1 subProjectId:s token:fence-1 variables:map[limit:5]]`},
		{"failJob", errors.New("no connection"), `map[errorMessage:no connection jobKey:1 subProjectId:s token:fence-1]`},
		{"failJob", &JobFailure{"busy", Ptr(2), Ptr(1500 * time.Millisecond)}, `map[errorMessage:busy jobKey:1 retries:2 retryBackOff:1500 subProjectId:s token:fence-1]`},
	} {
		found := work(t, newService(t), one.operation, func(_ context.Context, job api.ActivatedJob) (map[string]any, error) {
			return map[string]any{"paid": job.Variables["n"].(float64) + 1}, one.err
		})
		if text := fmt.Sprint(found[0].body); text != one.expected {
			t.Errorf("%s: %s", one.operation, text)
		}
	}
}

func TestAPanicIsAFailedAttempt(t *testing.T) {
	found := work(t, newService(t), "failJob", func(context.Context, api.ActivatedJob) (map[string]any, error) { panic("oh") })
	if found[0].body["errorMessage"] != "the handler panicked: oh" {
		t.Fatal(found)
	}
}

func TestALostLeaseEndsTheHandlerAndDropsItsResult(t *testing.T) {
	s := newService(t)
	s.answers["extendJobLease"] = []func(http.ResponseWriter){problem(409, 1009)}
	lost := make(chan bool, 1)
	work(t, s, "extendJobLease", func(ctx context.Context, _ api.ActivatedJob) (map[string]any, error) {
		<-ctx.Done()
		lost <- true
		return nil, nil
	})
	if !<-lost || len(s.sent("completeJob")) != 0 || len(s.sent("failJob")) != 0 {
		t.Fatal("a result was reported")
	}
}

func TestARefusalEndsAWorker(t *testing.T) {
	s := newService(t)
	s.answers["activateJobs"] = []func(http.ResponseWriter){problem(403, 1209)}
	err := s.client(t, nil).Work(context.Background(), "t", nil, WorkerOptions{SubProjectID: "s"})
	if !IsStatus(err, 403) {
		t.Fatal(err)
	}
}

func TestEventsAreReadToTheEnd(t *testing.T) {
	s := newService(t)
	s.answers["events"] = []func(http.ResponseWriter){
		answer(200, `{"events":[{"position":"1"},{"position":"2"}],"next":"2","latest":"9","reset":false}`),
		answer(200, `{"events":[],"next":"9","latest":"9","reset":false}`),
	}
	var positions []string
	for event, err := range s.client(t, nil).Events(context.Background(), EventOptions{SubProjectID: "s"}) {
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, event.Position)
	}
	if strings.Join(positions, " ") != "1 2" {
		t.Fatal(positions)
	}
	s.answers["events"] = []func(http.ResponseWriter){answer(200, `{"events":[],"next":"40","latest":"50","reset":true}`)}
	for _, err := range s.client(t, nil).Events(context.Background(), EventOptions{SubProjectID: "s", After: "3"}) {
		var lost *EventsLost
		if !errors.As(err, &lost) || lost.Position != "40" {
			t.Fatal(err)
		}
	}
}

func uploadTo(t *testing.T, store http.HandlerFunc, change func(*Options)) error {
	t.Helper()
	target := httptest.NewServer(store)
	t.Cleanup(target.Close)
	s := newService(t)
	s.answers["createSignedStorage"] = []func(http.ResponseWriter){answer(200, fmt.Sprintf(
		`{"file":{"id":"f","fileName":"a","locked":true},"aws":{"url":%q,"fields":{"key":"k"}}}`, target.URL))}
	s.answers["closeSignedStorage"] = []func(http.ResponseWriter){
		answer(200, `{"file":{"id":"f","fileName":"a","size":"5","locked":false}}`)}
	_, err := s.client(t, change).UploadFile(context.Background(), Upload{
		SubProjectID: "s", FileName: "a", MimeType: "text/plain", Content: strings.NewReader("hello")})
	return err
}

func TestAnUploadIsSentAgainAfterATemporaryFailure(t *testing.T) {
	var contents []string
	err := uploadTo(t, func(w http.ResponseWriter, r *http.Request) {
		file, _, err := r.FormFile("file")
		if err != nil {
			t.Error(err)
			return
		}
		content, _ := io.ReadAll(file)
		contents = append(contents, string(content))
		w.WriteHeader(map[int]int{1: 503, 2: 204}[len(contents)])
	}, nil)
	if err != nil || strings.Join(contents, " ") != "hello hello" {
		t.Fatal(err, contents)
	}
}

func TestAnUploadEndsWhenTheStorageIsSilent(t *testing.T) {
	release := make(chan struct{})
	// Before the server is closed, which waits for its requests.
	defer close(release)
	err := uploadTo(t, func(http.ResponseWriter, *http.Request) { <-release }, func(options *Options) {
		options.Timeout, options.Retries = 2*time.Second, -1
	})
	if err == nil || !strings.Contains(err.Error(), "nothing was sent or answered for 2s") {
		t.Fatal(err)
	}
}
